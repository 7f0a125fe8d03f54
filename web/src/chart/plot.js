// The drawing itself: ECharts, as SVG, drawn at once and without movement.
import {BarChart, CustomChart, HeatmapChart, LineChart, PieChart, ScatterChart} from 'echarts/charts';
import {GridComponent, MarkLineComponent, VisualMapComponent} from 'echarts/components';
import * as echarts from 'echarts/core';
import {SVGRenderer} from 'echarts/renderers';
import {LitElement} from 'lit';

import {problem} from '../problems.js';
import {heightOf, options} from './options.js';

echarts.use([
  BarChart, CustomChart, HeatmapChart, LineChart, PieChart, ScatterChart,
  GridComponent, MarkLineComponent, VisualMapComponent, SVGRenderer,
]);

class Plot extends LitElement {
  static properties = {model: {attribute: false}};
  #chart;
  #drawn = '';
  #observer = new ResizeObserver(() => this.#draw());

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.#observer.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#observer.disconnect();
    this.#chart?.dispose();
    this.#chart = undefined;
    this.#drawn = '';
  }

  updated() {
    this.style.height = `${heightOf(this.model)}px`;
    this.setAttribute('role', 'img');
    this.setAttribute('aria-label', this.model.description);
    this.#draw();
  }

  /** Draw where the model or the width changed; a hidden surface has no width and is drawn when shown. */
  #draw() {
    const width = Math.round(this.clientWidth);
    const height = Math.round(this.clientHeight);
    if (!this.model || !width || !height) return;
    const wanted = JSON.stringify([width, height, this.model]);
    if (wanted === this.#drawn) return;
    this.#drawn = wanted;
    this.#chart ??= echarts.init(this, null, {renderer: 'svg', width, height});
    try {
      this.#chart.resize({width, height, silent: true});
      this.#chart.setOption(options(this.model, {width, height}), {notMerge: true, lazyUpdate: false});
      this.#chart.getZr().flush();
    } catch (error) {
      problem('not_drawn', `the chart cannot be drawn: ${error?.message ?? error}`);
    }
  }
}

customElements.define('modyl-plot', Plot);
