// What the six components have in common: a lenient schema and the page's own styles.
import {DataBindingSchema, FunctionCallSchema} from '@a2ui/web_core/v0_9';
import {BasicCatalogA2uiLitElement} from '@a2ui/web_core/v0_9/basic_catalog';
import {html, nothing} from 'lit';
import {z} from 'zod';

import {list, text} from '../values.js';

// Python has checked the message against the catalog; the binder only needs to know what may be bound.
const bindable = z.union([DataBindingSchema, FunctionCallSchema, z.any()]).optional();

/** The API of a component whose properties may all be given or bound. */
export function api(name, properties) {
  const shape = Object.fromEntries(properties.map(property => [property, bindable]));
  return {
    name,
    schema: z
      .object({...shape, product: z.any(), weight: z.number().optional(), accessibility: z.any()})
      .passthrough(),
  };
}

export class ProductElement extends BasicCatalogA2uiLitElement {
  render() {
    const props = this.controller.props;
    return props ? this.view(props) : nothing;
  }
}

export const notes = given =>
  list(given).some(text)
    ? html`<ul class="modyl-notes">${list(given).filter(text).map(note => html`<li>${text(note)}</li>`)}</ul>`
    : nothing;
