// Keeps a hostile surface from growing without end: circles, endless depth, endless copies, endless text.
import {A2uiLitElement} from '@a2ui/lit/v0_9';
import {nothing} from 'lit';

import {charactersIn, makeRoom} from './room.js';
import {problem, whereIs} from './problems.js';

const MOST_LEVELS = 60;
const MOST_COMPONENTS = 12_000;
const MOST_CHARACTERS = 1_000_000; // of one surface, without pictures

const components = makeRoom(MOST_COMPONENTS);
const characters = new WeakMap(); // surface to room
let drawn = null;

/** The component that is being drawn. */
export const beingDrawn = () => drawn;

/** A browser keeps an element's own callbacks as they were when it was defined; a controller is told of both ends. */
class Watch {
  constructor(element) {
    this.element = element;
    element.addController(this);
  }

  hostConnected() {
    components.returned(this.element);
    charactersOf(this.element)?.returned(this.element);
  }

  hostDisconnected() {
    components.left(this.element);
    charactersOf(this.element)?.left(this.element);
  }
}

const watches = new WeakMap();

function charactersOf({context}) {
  const surface = context?.dataContext.surface;
  if (surface && !characters.has(surface)) characters.set(surface, makeRoom(MOST_CHARACTERS));
  return surface && characters.get(surface);
}

export function guardRendering() {
  const {renderNode, update} = A2uiLitElement.prototype;
  A2uiLitElement.prototype.update = function (changed) {
    if (!watches.has(this)) watches.set(this, new Watch(this));
    components.take(this, 0); // its children are counted anew
    const isTooLong = !charactersOf(this).take(this, charactersIn(this.controller?.props));
    if (isTooLong) {
      const most = MOST_CHARACTERS.toLocaleString('en-US');
      problem('partly_shown', `${most} characters of the surface are shown; the rest is left out`, {...whereIs(this), componentId: null});
      this.render = () => nothing;
    }
    drawn = this;
    try {
      update.call(this, changed);
    } finally {
      drawn = null;
      if (isTooLong) delete this.render;
    }
  };
  A2uiLitElement.prototype.renderNode = function (child, path) {
    const reason = refusal(this, child, path);
    if (!reason) return renderNode.call(this, child, path);
    problem('too_much', reason, whereIs(this));
    return '';
  };
}

function refusal(parent, child, path) {
  if (!child) return null;
  const id = typeof child === 'object' ? (child.id ?? child.componentId) : child;
  const base = path ?? child.basePath ?? child.path ?? parent.context.dataContext.path;
  let levels = 0;
  for (let element = parent; element; element = element.parentElement) {
    const context = element.context;
    if (!context) continue;
    levels += 1;
    if (context.componentModel.id === id && context.dataContext.path === base) {
      return 'the component holds itself';
    }
  }
  if (levels >= MOST_LEVELS) return `more than ${MOST_LEVELS} levels of components; the rest is left out`;
  return components.more(parent) ? null : `more than ${MOST_COMPONENTS} components are shown; the rest is left out`;
}
