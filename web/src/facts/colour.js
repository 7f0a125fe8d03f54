// The sRGB colour that a computed style names: [red, green, blue, alpha], 0..255 and 0..1.
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

/** A gradient over the whole of an element, as its first colour with all of them as `stops`; null where it is not plain. */
export function gradient(style) {
  const {backgroundImage: image, backgroundSize, backgroundRepeat, backgroundClip} = style;
  const isPlain = /^(repeating-)?(linear|radial|conic)-gradient\(/.test(image) && !/url\(|image\(|element\(/.test(image);
  const isWhole = backgroundSize === 'auto' && backgroundRepeat === 'repeat' && backgroundClip === 'border-box';
  const stops = (image.match(/(?:rgba?|color)\([^)]*\)/g) ?? []).map(colour);
  const isKnown = stops.length > 1 && stops.every(isOpaque) && !/(lab|lch|hsla?|hwb|mix)\(/.test(image);
  return isPlain && isWhole && isKnown ? Object.assign([...stops[0]], {stops}) : null;
}

/** The colour, or that of a gradient which is hardest to tell from an ink. */
export function hardest(found, ink) {
  if (!found?.stops) return found;
  if (!ink) return null;
  const apart = stop => Math.max(...[0, 1, 2].map(part => Math.abs(stop[part] - ink[part])));
  return found.stops.reduce((least, stop) => (apart(stop) < apart(least) ? stop : least));
}
