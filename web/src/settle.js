// When the page has come to rest: when a whole frame went by in which nothing changed.
const MOST_FRAMES = 60;

let changed = true;

/** Notice every change below an element from now on. */
export function watch(element) {
  new MutationObserver(() => {
    changed = true;
  }).observe(element, {subtree: true, childList: true, attributes: true, characterData: true});
}

/** Say that something is about to change. */
export function stir() {
  changed = true;
}

const awaited = new Set();

/** Do not rest before this promise is kept. */
export function waitFor(promise) {
  awaited.add(promise);
  promise.finally(() => awaited.delete(promise)).catch(() => undefined);
  return promise;
}

const frame = () => new Promise(resolve => requestAnimationFrame(resolve));

/** Wait for rest; how many frames it took, none where nothing has changed since the last rest.
 *
 * Microtasks (Lit) end before a frame begins, Markdown and pictures are waited for; what is measured after layout (charts that
 * follow their width) shows up as a change in the frame after it.
 */
export async function settled(element) {
  await null; // the observer reports in a microtask
  let frames = 0;
  while (changed && frames < MOST_FRAMES) {
    await frame();
    changed = false;
    await frame();
    frames += 2;
    await Promise.allSettled([document.fonts.ready, ...awaited, ...pictures(element)]);
    await null; // what was waited for is drawn, and the observer reports it
  }
  return frames;
}

function pictures(element) {
  return [...element.querySelectorAll('img')]
    .filter(image => !image.complete)
    .map(image => image.decode().catch(() => undefined));
}
