// What axe-core finds wrong with a surface: its violations, and what it could not decide, in short.
import engine from 'axe-core';
import {shortened} from './limits.js';
import {numbers} from './walk.js';

const MOST_ELEMENTS = 6_000; // its time grows faster than the page
const MOST_NODES = 50;
const OPTIONS = {
  runOnly: {type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']},
  resultTypes: ['violations', 'incomplete'],
  elementRef: true,
};

/** {skipped, violations, incomplete}: call it after facts(), whose numbers name the elements. */
export async function axe(root) {
  if (sizeOf(root) > MOST_ELEMENTS) {
    return {skipped: `more than ${MOST_ELEMENTS} elements`, violations: [], incomplete: []};
  }
  const {violations, incomplete} = await engine.run(root, OPTIONS);
  return {skipped: '', violations: violations.map(ruleFact), incomplete: incomplete.map(ruleFact)};
}

/** Elements in the root, shadow roots included, counted no further than needed. */
function sizeOf(root) {
  let size = 0;
  for (const open = [root]; open.length && size <= MOST_ELEMENTS;) {
    const at = open.pop();
    const found = at.querySelectorAll('*');
    size += found.length;
    for (const element of found.length > MOST_ELEMENTS ? [] : found) {
      if (element.shadowRoot) open.push(element.shadowRoot);
    }
    if (at.shadowRoot) open.push(at.shadowRoot);
  }
  return size;
}

function ruleFact({id, impact, help, nodes}) {
  return {
    rule: id,
    impact: impact ?? 'minor',
    help,
    count: nodes.length,
    nodes: nodes.slice(0, MOST_NODES).map(nodeFact),
  };
}

function nodeFact({element, any}) {
  const data =
    any.find(check => check.data?.contrastRatio !== undefined || check.data?.messageKey)?.data ?? {};
  return {
    element: numbers.get(element) ?? null,
    component: componentOf(element),
    text: shortened(element.textContent ?? ''),
    ratio: typeof data.contrastRatio === 'number' ? data.contrastRatio : null,
    undecided: data.messageKey ?? '',
  };
}

function componentOf(element) {
  for (let at = element; at; at = at.assignedSlot ?? at.parentElement ?? at.getRootNode().host) {
    const id = at.dataset?.componentId ?? at.context?.componentModel?.id;
    if (typeof id === 'string') return shortened(id);
  }
  return null;
}
