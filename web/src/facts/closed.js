// What does a surface keep behind something to press? Tabs and dialogs that are not open.
import {shortened} from './limits.js';

const MOST_NAMES = 20;

/** [{component, kind, holds}]: what is closed, and the ids of the components in it that are known. */
export function closed(element, component, shows) {
  const model = element.context?.componentModel;
  if (model?.type === 'Tabs') return held('tabs', component, otherTabs(element, model.properties.tabs));
  if (model?.type === 'Modal' && !element.isOpen) return held('dialog', component, [model.properties.content]);
  if (element.localName === 'dialog' && !element.open) return held('dialog', component, [element.id]);
  if (element.getAttribute('role') === 'tabpanel' && !shows) return held('tabs', component, [element.id]);
  return [];
}

// Two tabs may show the same component, which is then in the picture.
function otherTabs(element, tabs) {
  const children = Array.isArray(tabs) ? tabs.map(tab => tab?.child) : [];
  return [...new Set(children)].filter(child => child !== children[element.activeIndex]);
}

function held(kind, component, names) {
  const holds = names.filter(name => typeof name === 'string').slice(0, MOST_NAMES);
  return holds.length ? [{kind, component, holds: holds.map(name => shortened(name))}] : [];
}
