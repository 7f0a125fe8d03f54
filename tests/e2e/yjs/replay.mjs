// Reads a log of updates, applies it turn by turn in real Yjs, and prints one line per turn:
// the turn, whether every product has the hash that the log says, and the products as JSON.
import * as fs from "node:fs";
import * as Y from "yjs";
import { ROOT, canonical, hash, plain } from "./document.mjs";

const log = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const doc = new Y.Doc();
for (const turn of log.turns) {
  for (const update of turn.updates) Y.applyUpdate(doc, Buffer.from(update, "base64"));
  const snapshot = plain(doc.getMap(ROOT));
  const hashes = Object.fromEntries([...snapshot].map(([id, product]) => [id, hash(product)]));
  const proved =
    Object.keys(hashes).length === Object.keys(turn.hashes).length &&
    Object.entries(hashes).every(([id, found]) => found === turn.hashes[id]);
  console.log(`${turn.turn_index} ${proved ? "proved" : "differs"} ${canonical(snapshot)}`);
}
