// Pictures, films and sound: only what comes inside the message is shown, nothing is fetched.
import {html, nothing} from 'lit';
import {styleMap} from 'lit/directives/style-map.js';
import {A2uiAudioPlayer, A2uiImage, A2uiImageElement, A2uiVideo, AudioPlayerApi, BasicCatalogA2uiLitElement, VideoApi} from '@a2ui/web_core/v0_9/basic_catalog';

import {isInline, still} from './pictures.js';
import {problem, whereIs} from './problems.js';

/** Tell that something from elsewhere is not shown. */
export function notFetched(element, address) {
  problem('not_fetched', `${String(address).slice(0, 200)} is not fetched: surfaces are shown offline`, whereIs(element));
}

const label = props => props.accessibility?.label || props.description;

class Picture extends A2uiImageElement {
  #address;
  #still;

  render() {
    const props = this.controller.props;
    if (!props) return nothing;
    if (isInline(props.url)) {
      if (this.#address !== props.url) this.#freeze(props.url);
      if (this.#still) return picture(this.#still, props);
    } else if (props.url) notFetched(this, props.url);
    const description = typeof label(props) === 'string' ? label(props) : '';
    return html`<div class="modyl-picture ${props.variant || 'mediumFeature'}" role="img" aria-label=${description || 'Picture'}>
      <i class="material-icons" aria-hidden="true">image</i>
      <span aria-hidden="true">${description}</span>
    </div>`;
  }

  async #freeze(address) {
    [this.#address, this.#still] = [address, undefined];
    const found = await still(address);
    if (this.#address !== address) return;
    this.#still = found.still;
    if (!found.still) problem(found.code, found.reason, whereIs(this));
    this.requestUpdate();
  }
}

/** As the official renderer draws it. */
const picture = (address, {description, fit = 'cover', variant = 'default'}) =>
  html`<img src=${address} alt=${description || ''} style=${styleMap({objectFit: fit})} class="a2ui-image ${variant}" />`;

/** A film or a sound, as the strip that a person would press. */
class Player extends BasicCatalogA2uiLitElement {
  render() {
    const props = this.controller.props;
    if (!props) return nothing;
    if (props.url) notFetched(this, props.url);
    const description = typeof props.description === 'string' && props.description ? props.description : this.kind;
    return html`<div class="modyl-player ${this.kind.toLowerCase()}" role="img" aria-label=${description}>
      <i class="material-icons" aria-hidden="true">play_circle_filled</i>
      <span aria-hidden="true">${description}</span>
    </div>`;
  }
}

class Film extends Player {
  api = VideoApi;
  kind = 'Video';
}

class Sound extends Player {
  api = AudioPlayerApi;
  kind = 'Audio';
}

// Styles are kept per class by the renderer; a subclass must not find its parent's.
Object.assign(Picture, {_processedSheet: undefined, _processedCss: undefined, _adoptedRoots: undefined});

customElements.define('modyl-picture', Picture);
customElements.define('modyl-film', Film);
customElements.define('modyl-sound', Sound);

export const MEDIA = [
  {...A2uiImage, tagName: 'modyl-picture'},
  {...A2uiVideo, tagName: 'modyl-film'},
  {...A2uiAudioPlayer, tagName: 'modyl-sound'},
];
