// What the page uses of gifenc, which brings no types.
declare module 'gifenc' {
  export type Palette = number[][];
  export type FrameOptions = {
    palette?: Palette;
    /** ms; the format counts hundredths of a second. */
    delay?: number;
    /** 0: for ever. */
    repeat?: number;
    transparent?: boolean;
    transparentIndex?: number;
    dispose?: number;
  };
  export function GIFEncoder(): {
    writeFrame(index: Uint8Array, width: number, height: number, options: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  };
  export function quantize(rgba: Uint8ClampedArray | Uint8Array, maxColors: number, options?: { format?: string }): Palette;
  export function applyPalette(rgba: Uint8ClampedArray | Uint8Array, palette: Palette, format?: string): Uint8Array;
}
