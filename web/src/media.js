// Pictures, films and sound: only what comes inside the message is shown, nothing is fetched.
import {html, nothing} from 'lit';
import {A2uiAudioPlayer, A2uiImage, A2uiImageElement, A2uiVideo, AudioPlayerApi, BasicCatalogA2uiLitElement, VideoApi} from '@a2ui/web_core/v0_9/basic_catalog';

import {problem} from './problems.js';

const INLINE = /^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/i;

/** True for a picture that is part of its own address. */
export function isInline(address) {
  return typeof address === 'string' && INLINE.test(address);
}

function notFetched(element, address) {
  const context = element.context;
  problem('not_fetched', `${String(address).slice(0, 200)} is not fetched: surfaces are shown offline`, {
    surfaceId: context.dataContext.surface.id,
    componentId: context.componentModel.id,
  });
}

const label = props => props.accessibility?.label || props.description;

class Picture extends A2uiImageElement {
  render() {
    const props = this.controller.props;
    if (!props) return nothing;
    if (isInline(props.url)) return super.render();
    if (props.url) notFetched(this, props.url);
    const description = typeof label(props) === 'string' ? label(props) : '';
    return html`<div class="modyl-picture ${props.variant || 'mediumFeature'}" role="img" aria-label=${description || 'Picture'}>
      <i class="material-icons" aria-hidden="true">image</i>
      <span aria-hidden="true">${description}</span>
    </div>`;
  }
}

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
