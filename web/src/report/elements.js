// Elements made by hand: text is always text, and only these attributes can be set.
const ALLOWED = new Set([
  'alt', 'class', 'colspan', 'controls', 'datetime', 'dir', 'for', 'height', 'hidden', 'id', 'lang', 'loading', 'max',
  'min', 'name', 'open', 'preload', 'role', 'rowspan', 'scope', 'selected', 'step', 'tabindex', 'title', 'type', 'value',
  'width',
]);
const TAGS = new Set([
  'a', 'audio', 'bdi', 'button', 'canvas', 'caption', 'code', 'dd', 'del', 'details', 'dialog', 'div', 'dl', 'dt', 'figcaption',
  'figure', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'img', 'input', 'ins', 'label', 'li', 'nav', 'ol', 'option', 'p',
  'pre', 'section', 'select', 'small', 'span', 'strong', 'summary', 'table', 'tbody', 'td', 'th', 'thead', 'tr', 'ul',
]);
const LONGEST = 20_000; // ours: a text of a million characters would stop the page
const PLACE = /^#[\w%.~/=-]*$/;
const BESIDE = /^(?:\.\.\/)*[\w%~-][\w%.~-]*(?:\/[\w%.~-]+)*$/; // no scheme, no host, no query
const WITHIN = /^data:(?:audio\/(?:wav|webm)|image\/(?:png|jpeg));base64,[A-Za-z0-9+/=]+$/;

/** An element; children are elements, texts, or lists of them, and what is null or false is left out. */
export function el(tag, attributes = {}, ...children) {
  if (!TAGS.has(tag)) throw new Error(`no element of the report: ${tag}`);
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) put(made, name, value);
  made.append(...children.flat(Infinity).filter(child => child != null && child !== false));
  return made;
}

function put(element, name, value) {
  if (value == null || value === false) return;
  if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
  else if (name === 'href') element.setAttribute('href', PLACE.test(value) ? value : '#');
  else if (ALLOWED.has(name) || /^(aria|data)-[a-z-]+$/.test(name)) element.setAttribute(name, value === true ? '' : value);
  else throw new Error(`no attribute of the report: ${name}`);
}

/** What somebody else wrote: kept apart from the direction of the text around it, and never endless. */
export function foreign(value, tag = 'bdi', attributes = {}) {
  return el(tag, {dir: 'auto', ...attributes, class: `foreign ${attributes.class ?? ''}`.trim()}, clipped(value));
}

export function clipped(value, most = LONGEST) {
  const text = typeof value === 'string' ? value : String(value ?? '');
  return text.length > most ? `${text.slice(0, most)} … (${text.length - most} more characters)` : text;
}

/** The address of a file of the report: beside it or within it, and nothing else. */
export function source(address) {
  return BESIDE.test(address) || WITHIN.test(address) ? address : null;
}

/** Words for those who do not see the mark beside them. */
export const unseen = text => el('span', {class: 'unseen'}, text);

/** A table in a box of its own that scrolls, so that the page does not. */
export function scrolling(label, child) {
  return el('div', {class: 'scroll', role: 'region', tabindex: '0', 'aria-label': clipped(label, 200)}, child);
}
