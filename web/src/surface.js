// One surface in the page's own tree, where text can be found and measured.
import {A2uiSurface} from '@a2ui/lit/v0_9';
import {nothing} from 'lit';

class Surface extends A2uiSurface {
  createRenderRoot() {
    return this;
  }

  render() {
    return this._hasRoot ? super.render() : nothing; // a surface that is still empty looks empty
  }
}

customElements.define('modyl-surface', Surface);
