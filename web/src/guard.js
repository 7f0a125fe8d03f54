// Keeps a hostile component tree from growing without end: circles, endless depth, endless copies.
import {A2uiLitElement} from '@a2ui/lit/v0_9';

import {problem} from './problems.js';

const MOST_LEVELS = 60;
const MOST_COMPONENTS = 12_000;

let alive = 0;
const counted = new WeakSet();
const counter = {
  hostConnected() {
    alive += 1;
  },
  hostDisconnected() {
    alive -= 1;
  },
};

export function guardRendering() {
  const {renderNode, connectedCallback} = A2uiLitElement.prototype;

  // A browser keeps an element's own callbacks as they were when it was defined; this one is called
  // by them, and a controller is told of both ends.
  A2uiLitElement.prototype.connectedCallback = function () {
    if (!counted.has(this)) {
      counted.add(this);
      this.addController(counter);
    }
    connectedCallback.call(this);
  };
  A2uiLitElement.prototype.renderNode = function (child, path) {
    const reason = refusal(this, child, path);
    if (!reason) return renderNode.call(this, child, path);
    const context = this.context;
    problem('too_much', reason, {
      surfaceId: context.dataContext.surface.id,
      componentId: context.componentModel.id,
    });
    return '';
  };
}

function refusal(parent, child, path) {
  if (!child) return null;
  if (alive >= MOST_COMPONENTS) return `more than ${MOST_COMPONENTS} components are shown; the rest is left out`;
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
  return levels >= MOST_LEVELS ? `more than ${MOST_LEVELS} levels of components; the rest is left out` : null;
}
