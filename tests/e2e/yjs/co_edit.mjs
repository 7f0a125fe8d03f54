// A human opens the document of a log in a Yjs editor, works on it, and prints the updates of it
// as a JSON list of base64: a word in a text, a value, a moved row, a new row, a removed one.
import * as fs from "node:fs";
import * as Y from "yjs";
import { ROOT } from "./document.mjs";

const log = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const doc = new Y.Doc();
for (const turn of log.turns) {
  for (const update of turn.updates) Y.applyUpdate(doc, Buffer.from(update, "base64"));
}
const updates = [];
doc.on("update", (update) => updates.push(Buffer.from(update).toString("base64")));

const memo = doc.getMap(ROOT).get("memo");
const body = memo.get("body");
body.insert(body.toString().indexOf("😀"), "really 😀 ");

const rows = memo.get("rows");
const [items, order] = [rows.get("$items"), rows.get("$order")];
items.get("senior").set("value", 225.5);
items.get("senior").set("approved", true);
doc.transact(() => {
  order.delete(0);
  order.insert(1, ["senior"]);
});
doc.transact(() => {
  items.set("fees", new Y.Map([["id", "fees"], ["value", 4]]));
  order.push(["fees"]);
});
doc.transact(() => {
  items.delete("equity");
  order.delete(order.toArray().indexOf("equity"));
});
memo.set("tags", { plain: ["object", 1, null] });
console.log(JSON.stringify(updates));
