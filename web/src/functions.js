// The functions that a surface may call while it is drawn.
import {createFunctionImplementation} from '@a2ui/web_core/v0_9';
import {OpenUrlApi, RegexApi, createBasicCatalogFunctions} from '@a2ui/web_core/v0_9/basic_catalog';
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

// A pattern of an agent's can run for ever, so none is run: what it would check counts as right, as in Python.
const regex = createFunctionImplementation(RegexApi, ({pattern}, context) => {
  problem('not_run', `the pattern ${JSON.stringify(String(pattern).slice(0, 200))} is not run: it could take for ever`, {
    surfaceId: context.surface.id,
  });
  return true;
});

const OURS = [openUrl, regex, capitalize];

export const FUNCTIONS = [
  ...createBasicCatalogFunctions({locale: 'en-US'}).filter(given => OURS.every(ours => ours.name !== given.name)),
  ...OURS,
];
