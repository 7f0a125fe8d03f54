// The components that a surface may use: the basic ones and the six that show work products.
import {basicCatalog} from '@a2ui/lit/v0_9';
import {Catalog} from '@a2ui/web_core/v0_9';

import {CHART} from './components/chart.js';
import {CODE_FILE} from './components/code-file.js';
import {DASHBOARD} from './components/dashboard.js';
import {DATA_GRID} from './components/data-grid.js';
import {DOCUMENT} from './components/document.js';
import {TERMINAL} from './components/terminal.js';
import {FUNCTIONS} from './functions.js';
import {MEDIA} from './media.js';

const COMPONENTS = [...basicCatalog.components.values(), ...MEDIA, DATA_GRID, CHART, DOCUMENT, DASHBOARD, CODE_FILE, TERMINAL];

/** All components under one catalog's id. Python has decided what each catalog allows. */
export function catalogFor(id) {
  return new Catalog(id, COMPONENTS, FUNCTIONS);
}
