// Feeds streams of messages to the official processor and prints the state that each leaves.
import fs from 'node:fs';
import {Catalog, MessageProcessor} from '@a2ui/web_core/v0_9';

const [streams, catalogId] = process.argv.slice(2);

function state(messages) {
  const processor = new MessageProcessor([new Catalog(catalogId, [], [])]);
  for (const message of messages) processor.processMessages([message]);
  const surfaces = {};
  for (const surface of processor.model.surfacesMap.values()) {
    const components = {};
    for (const [id, model] of surface.componentsModel.entries) {
      components[id] = {id, component: model.type, ...model.properties};
    }
    surfaces[surface.id] = {components, data: surface.dataModel.get('/')};
  }
  return surfaces;
}

for (const messages of JSON.parse(fs.readFileSync(streams, 'utf8'))) {
  console.log(JSON.stringify(state(messages)));
}
