// Pictures inside messages, as one still PNG each: what moves would look different in every shot.
import {waitFor} from './settle.js';

const INLINE = /^data:(image\/(?:png|jpe?g|gif|webp|apng|bmp|avif))\s*[;,]/i;
const VECTOR = /^data:image\/svg\+xml\b/i;
const MOST_PIXELS = 40_000_000;
const WIDEST = 2_560; // the page is half as wide
const MOST_KEPT = 64;

const kept = new Map();

/** True for a picture that is part of its own address. */
export const isInline = address => typeof address === 'string' && (INLINE.test(address) || VECTOR.test(address));

/** A promise of `{still}`, an address to show, or of `{code, reason}` where there is none. */
export function still(address) {
  if (!kept.has(address)) {
    if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value);
    kept.set(address, waitFor(frozen(address)));
  }
  return kept.get(address);
}

async function frozen(address) {
  const named = `${address.slice(0, 60)}${address.length > 60 ? '…' : ''}`;
  if (VECTOR.test(address)) return {code: 'not_shown', reason: `${named} is not shown: SVG can hold programs; send PNG, JPEG, GIF or WebP`};
  try {
    const {width, height} = await sizeOf(address);
    if (width * height > MOST_PIXELS) return {code: 'not_shown', reason: `${named} has ${width}x${height} pixels; at most ${MOST_PIXELS} are shown`};
    const options = width > WIDEST ? {resizeWidth: WIDEST, resizeQuality: 'high'} : {};
    const bitmap = await createImageBitmap(bytesOf(address), options); // of what moves, the first frame
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
    canvas.getContext('2d').drawImage(bitmap, 0, 0);
    bitmap.close();
    return {still: canvas.toDataURL('image/png')};
  } catch {
    return {code: 'broken_image', reason: `${named} cannot be read as a picture`};
  }
}

function sizeOf(address) {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve({width: image.naturalWidth, height: image.naturalHeight});
    image.onerror = reject;
    image.src = address;
  });
}

function bytesOf(address) {
  const comma = address.indexOf(',');
  const rest = address.slice(comma + 1).replace(/%([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(parseInt(code, 16)));
  const letters = /;\s*base64\s*$/i.test(address.slice(0, comma)) ? atob(rest.replace(/\s+/g, '')) : rest;
  return new Blob([Uint8Array.from(letters, letter => letter.charCodeAt(0))], {type: INLINE.exec(address)[1]});
}
