// Which key does what in the player, and the list of them.
import {el} from '../elements.js';

export const KEYS = [
  [[' ', 'k', 'K'], 'Space, K', 'play or pause', 'toggle'],
  [['j', 'J'], 'J', 'back 5 seconds', 'back'],
  [['l', 'L'], 'L', 'ahead 5 seconds', 'ahead'],
  [['ArrowLeft', 'ArrowUp'], '← ↑', 'the utterance before', 'before'],
  [['ArrowRight', 'ArrowDown'], '→ ↓', 'the utterance after', 'after'],
  [['['], '[', 'the last finding', 'last'],
  [[']'], ']', 'the next finding', 'next'],
  [['<', ','], '<', 'slower', 'slower'],
  [['>', '.'], '>', 'faster', 'faster'],
  [['+', '='], '+', 'a shorter stretch of time', 'nearer'],
  [['-'], '−', 'a longer stretch of time', 'farther'],
  [['s'], 'S', 'screen or work on the stage', 'stage'],
  [['t'], 'T', 'to the transcript', 'transcript'],
  [['c'], 'C', 'copy a link to this moment', 'link'],
  [['?'], '?', 'all keys', 'help'],
];
const ARROWS = /^Arrow/;
const HEADINGS = 'h2[tabindex="-1"], section[tabindex="-1"], main'; // where the focus is put when something opens

/** What a key does here, or nothing: in fields and on buttons keys do what they always do. */
export function doing(event, element) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null;
  const {target} = event;
  const isInside = element.contains(target);
  if (!isInside && target !== document.body && !target.matches(HEADINGS)) return null;
  if (target.closest('dialog, select, textarea, input:not([type="range"]), [role="tablist"]')) return null;
  if (event.key === ' ' && target.closest('button, summary, a')) return null;
  if (ARROWS.test(event.key) && (!isInside || target.closest('input, [role="region"]'))) return null;
  return KEYS.find(([keys]) => keys.includes(event.key))?.[3] ?? null;
}

export function showKeys(opener) {
  const dialog = el('dialog', {class: 'larger keys', 'aria-label': 'Keys of the player'},
    el('h4', {}, 'Keys'),
    el('dl', {}, KEYS.map(([, name, text]) => el('div', {}, el('dt', {}, name), el('dd', {}, text)))),
    el('p', {class: 'muted'}, 'They work while the player has the focus, or nothing that takes keys has. Drag on the lines of time to seek; click a word to hear it. People’s waves are what the room’s sound has without the agent’s.'),
    el('button', {type: 'button', onclick: () => dialog.close()}, 'Close'));
  dialog.addEventListener('close', () => {
    dialog.remove();
    opener?.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
}
