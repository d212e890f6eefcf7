export function takeDecimalCommas(selector: string, signal?: AbortSignal): void;
