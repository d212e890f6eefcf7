/** What stands behind “#” as a link, with it. “#?secret=…” is none: WordPress puts that behind the address of every frame (its wp_filter_oembed_result). */
export const linkOf = (hash: string): string | null => (hash.length > 1 && !hash.startsWith('#?') ? hash : null);
