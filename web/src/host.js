// What Python calls, on `window.modyl`.
import {MessageProcessor} from '@a2ui/web_core/v0_9';
import {Context} from '@a2ui/lit/v0_9';
import {ContextProvider} from '@lit/context';

import {catalogFor} from './catalogs.js';
import {axe, boxes, facts} from './facts.js';
import {addStyles, fontsLoaded} from './fonts.js';
import {guardRendering} from './guard.js';
import {renderMarkdown} from './markdown.js';
import {forgetProblems, knownProblems, problem} from './problems.js';
import {settled, stir, watch} from './settle.js';
import './surface.js';
import hostStyles from './host.css';

const stage = document.getElementById('stage');
const sections = new Map();
let processor;
let active = null;

addStyles(hostStyles);
guardRendering();
new ContextProvider(stage, {context: Context.markdown, initialValue: renderMarkdown});
watch(stage);
reset();

function reset() {
  processor?.model.dispose();
  stage.replaceChildren();
  sections.clear();
  forgetProblems();
  active = null;
  processor = new MessageProcessor([]);
  processor.onSurfaceCreated(addSection);
  processor.onSurfaceDeleted(removeSection);
  scrollTo(0, 0);
}

function addSection(surface) {
  const section = document.createElement('section');
  section.dataset.surfaceId = surface.id;
  section.hidden = true;
  const element = document.createElement('modyl-surface');
  element.surface = surface;
  section.append(element);
  stage.append(section);
  sections.set(surface.id, section);
  surface.onError.subscribe(error => problem('expression_failed', error.message, {surfaceId: surface.id}));
}

function removeSection(id) {
  sections.get(id)?.remove();
  sections.delete(id);
  if (active === id) active = null;
}

/** Show one surface and hide the others; without an id, the one that changed last. */
function reveal(id = active) {
  active = sections.has(id) ? id : ([...sections.keys()].at(-1) ?? null);
  for (const [name, section] of sections) {
    if (section.hidden !== (name !== active)) section.hidden = name !== active; // else it counts as a change
  }
  scrollTo(0, 0);
  return active;
}

const KINDS = ['createSurface', 'updateComponents', 'updateDataModel', 'deleteSurface'];

function process(message, index) {
  const kind = KINDS.find(name => message?.[name]);
  const surfaceId = message?.[kind]?.surfaceId;
  try {
    const catalogId = message?.createSurface?.catalogId;
    if (typeof catalogId === 'string' && !processor.catalogs.some(known => known.id === catalogId)) {
      processor.catalogs.push(catalogFor(catalogId));
    }
    processor.processMessages([message]);
    if (kind !== 'deleteSurface' && sections.has(surfaceId)) active = surfaceId;
  } catch (error) {
    problem('message_refused', String(error?.message ?? error), {surfaceId, index});
  }
}

/** Take messages (JSON text of a list) and answer when the page has come to rest. */
async function update(text) {
  await fontsLoaded;
  stir();
  JSON.parse(text).forEach(process);
  reveal();
  return rested();
}

async function show(id) {
  reveal(id ?? undefined);
  return rested();
}

async function rested() {
  const frames = await settled(stage);
  return {active, frames, extent: extent(), problems: knownProblems()};
}

function state() {
  const surfaces = {};
  for (const [id, surface] of processor.model.surfacesMap) {
    const components = {};
    for (const [name, model] of surface.componentsModel.entries) {
      components[name] = {...model.properties, id: name, component: model.type};
    }
    Object.defineProperty(surfaces, id, {
      value: {catalogId: surface.catalog.id, theme: surface.theme, components, data: surface.dataModel.get('/')},
      enumerable: true,
    });
  }
  return JSON.stringify(surfaces);
}

/** How large the shown surface is, in CSS pixels. */
function extent() {
  const root = document.documentElement;
  return {width: root.scrollWidth, height: root.scrollHeight};
}

/** The words that the charts of the shown surface are drawn with. */
const drawing = section => [...section.querySelectorAll('modyl-plot text')].map(text => text.textContent).join('\n');

const measured = measure => async id => {
  await show(id);
  return active === null ? null : measure(sections.get(active));
};

/** What stands in fields that show dots in its place. */
function obscured(root) {
  const found = [];
  for (const element of root.querySelectorAll('*')) {
    if (element.type === 'password' && element.value) found.push(element.value);
    if (element.shadowRoot) found.push(...obscured(element.shadowRoot));
  }
  return found;
}

window.modyl = {update, show, reset, state, extent, facts: measured(facts), axe: measured(axe), boxes: measured(boxes), drawing: measured(drawing), obscured: measured(obscured)};
