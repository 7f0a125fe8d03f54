// The functions that a surface may call while it is drawn.
import {createFunctionImplementation} from '@a2ui/web_core/v0_9';
import {OpenUrlApi, createBasicCatalogFunctions} from '@a2ui/web_core/v0_9/basic_catalog';
import {z} from 'zod';

import {problem} from './problems.js';

// Of the official minimal catalog, which the renderer does not bring.
const capitalize = createFunctionImplementation(
  {name: 'capitalize', returnType: 'string', schema: z.object({value: z.any()})},
  ({value}) => {
    const text = String(value ?? '');
    return text.slice(0, 1).toUpperCase() + text.slice(1);
  },
);

const openUrl = createFunctionImplementation(OpenUrlApi, ({url}, context) => {
  problem('not_fetched', `${String(url).slice(0, 200)} is not opened: surfaces are shown offline`, {
    surfaceId: context.surface.id,
  });
});

export const FUNCTIONS = [
  ...createBasicCatalogFunctions({locale: 'en-US'}).filter(one => one.name !== openUrl.name),
  openUrl,
  capitalize,
];
