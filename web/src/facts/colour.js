// Which sRGB colour does a computed style name? [red, green, blue, alpha], 0..255 and 0..1.
const RGB = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/;
const SRGB = /^color\(srgb ([-\d.e]+) ([-\d.e]+) ([-\d.e]+)(?: \/ ([-\d.e]+))?\)$/;
const REMEMBERED = 2_000;
const known = new Map();
let canvas;

/** The colour, or null where it is none of one value (a gradient, a pattern). */
export function colour(text) {
  let found = known.get(text);
  if (found === undefined) {
    found = parsed(text);
    if (known.size > REMEMBERED) known.clear();
    known.set(text, found);
  }
  return found;
}

function parsed(text) {
  const match = RGB.exec(text);
  if (match) return [+match[1], +match[2], +match[3], match[4] === undefined ? 1 : +match[4]];
  const mixed = SRGB.exec(text);
  if (mixed)
    return [...mixed.slice(1, 4).map(part => Math.min(1, Math.max(0, +part)) * 255), +(mixed[4] ?? 1)];
  if (!text || /url\(|gradient|context-/.test(text)) return null;
  return painted(text);
}

/** The browser's own conversion of lab(), oklch(), color() and the like. */
function painted(text) {
  canvas ??= new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});
  canvas.fillStyle = '#010203';
  canvas.fillStyle = text;
  if (canvas.fillStyle === '#010203') return null;
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, Math.round((alpha / 255) * 1000) / 1000];
}

/** The colour with its alpha times `share`. */
export function faded(found, share) {
  return found && share !== 1 ? [found[0], found[1], found[2], found[3] * share] : found;
}

export const isOpaque = found => found !== null && found[3] >= 0.999;
export const isPaint = found => found === null || found[3] > 0;
