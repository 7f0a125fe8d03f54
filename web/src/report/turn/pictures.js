// What could be seen: pictures of surfaces, each with words for it, larger on demand.
import {clipped, el, foreign, source} from '../elements.js';

export function pictures(turn) {
  const frames = turn.frames.filter(one => source(one.path));
  if (!frames.length && !turn.page_findings.length && !turn.surface_faults.length) return null;
  return el('section', {}, el('h4', {}, 'What could be seen'),
    frames.length ? el('div', {class: 'frames'}, frames.map(picture)) : null,
    problems('What is wrong with how it looks', turn.page_findings),
    problems('What is wrong with what was sent for the surfaces', turn.surface_faults));
}

export function problems(title, list) {
  if (!list.length) return null;
  return [el('p', {}, `${title}:`), el('ul', {}, list.map(one => el('li', {},
    el('span', {class: one.severity === 'error' ? 'bad' : 'doubt'}, `⚠ ${one.severity}: `), foreign(one.code, 'strong'), ' ', foreign(one.reason),
    one.surface_id ? [' on ', foreign(one.surface_id, 'code')] : null)))];
}

function picture(frame, at) {
  const name = `Picture ${at + 1}${frame.surface_id ? ` of ${frame.surface_id}` : ''}`;
  const image = () => {
    const made = el('img', {alt: clipped(frame.alt || name, 500), loading: 'lazy'});
    made.src = source(frame.path);
    return made;
  };
  const open = event => larger({name, image: image(), words: frame.alt, opener: event.currentTarget});
  return el('figure', {},
    el('button', {type: 'button', class: 'picture', 'aria-haspopup': 'dialog', onclick: open}, image()),
    el('figcaption', {}, foreign(name), ` at ${frame.at_s.toFixed(1)} s`));
}

function larger({name, image, words, opener}) {
  const dialog = el('dialog', {class: 'larger', 'aria-label': clipped(name, 200)},
    el('button', {type: 'button', onclick: () => dialog.close()}, 'Close'), image,
    words ? el('details', {}, el('summary', {}, 'The same in words'), foreign(words, 'p')) : null);
  dialog.addEventListener('close', () => {
    dialog.remove();
    opener.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
}
