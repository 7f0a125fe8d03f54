// When has the page come to rest? When a whole frame went by in which nothing changed.
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

const frame = () => new Promise(resolve => requestAnimationFrame(resolve));

/** Wait for rest; how many frames it took, none where nothing has changed since the last rest.
 *
 * Microtasks (Lit, Markdown) end before a frame begins; what is measured after layout (charts that
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
    await Promise.all([document.fonts.ready, ...pictures(element)]);
  }
  return frames;
}

function pictures(element) {
  return [...element.querySelectorAll('img')]
    .filter(image => !image.complete)
    .map(image => image.decode().catch(() => undefined));
}
