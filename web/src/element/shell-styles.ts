// What a page says of its own text (its direction, spacing, indents, shadows …) is not about ours, in which signs and numbers stand from left to right; whether
// it is seen is. A sentence goes its own way.
const apart = (parts: string): string => `
:where(${parts}) { all: initial; display: block; direction: ltr; color: inherit; font: inherit; visibility: inherit; pointer-events: inherit; }
`;

// The styles of the shell, which are there before those of a figure.
export const shellStyles = `${apart('.element, .wake, .trouble')}
:host { display: block; position: relative; aspect-ratio: 16 / 10; min-width: 160px; contain: layout style; font: 15px / 1.45 system-ui, sans-serif; }
:host([hidden]) { display: none; }
.whole { position: absolute; inset: 0; overflow: hidden; container: figure / size; }
.whole:fullscreen { position: fixed; }
[hidden] { display: none !important; }
.cover { position: absolute; inset: 0; z-index: 1; }
.body.behind { visibility: hidden; }
.cover slot { display: block; height: 100%; }
.poster, .last { display: block; width: 100%; height: 100%; object-fit: cover; }
.poster { object-fit: contain; background: #f6f2ea; }
@media not print { [data-theme='dark'] ~ .cover .ours { filter: invert(0.91) hue-rotate(180deg); } }
::slotted(img), ::slotted(picture) { display: block !important; width: 100% !important; height: 100% !important; object-fit: cover; margin: 0 !important; }
::slotted(script) { display: none !important; }
.wake { position: absolute; z-index: 2; left: 12px; bottom: 12px; min-width: 96px; min-height: 44px; padding: 0 22px; border: 1px solid #0003; border-radius: 99px; background: #24211c; color: #fcfaf5; text-align: center; box-sizing: border-box; cursor: pointer; }
[data-theme='dark'] ~ .wake { background: #eceef2; color: #14171c; }
.wake:focus-visible { outline: 3px solid #1a66c9; outline-offset: 2px; }
.trouble { position: absolute; z-index: 3; left: 8px; right: 8px; top: 8px; padding: 8px 12px; border-left: 4px solid #9a3412; border-radius: 8px; background: #fcfaf5; color: #24211c; font-size: 14px; overflow-wrap: anywhere; unicode-bidi: plaintext; box-shadow: 0 1px 6px #0003; }
@media print { .wake, .trouble { display: none; } }
`;

// Those of plots and meters; a page's CSS says their size, else these.
export const instrumentShellStyles = `${apart('.instrument, .trouble')}
:host { display: block; position: relative; min-width: 160px; contain: layout style; }
:host([hidden]) { display: none; }
:host(tumble-plot) { height: 280px; }
:host(tumble-meter) { min-height: 48px; }
:host(tumble-meter[show='energy']) { min-height: 196px; }
[hidden] { display: none !important; }
.instrument { display: none; }
:host(tumble-plot) .element { position: absolute; inset: 0; }
[data-drawn] > .instrument { display: block; }
[data-drawn] > slot { display: none; }
.trouble { padding: 8px 12px; border-left: 4px solid #9a3412; border-radius: 8px; background: #fcfaf5; color: #24211c; font-size: 14px; overflow-wrap: anywhere; unicode-bidi: plaintext; }
`;
