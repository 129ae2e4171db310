// Prints what llmch takes from plans of other tools: format, items, commands, and what is told as no demand (`node lab/import.mjs PATH…`).
//   --import NAME   whose plan it is, as for `llmch plan`   --spec   print the spec that is made of it too

import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { loadSources } from "../scripts/build/load-sources.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const contents = `export { readNamedSpec } from "./plan/named-spec.ts"`;
const { readNamedSpec } = await loadSources(root, contents, "packages/plan/src");

const options = { import: { type: "string" }, spec: { type: "boolean" } };
const { values, positionals } = parseArgs({ allowPositionals: true, options });
for (const file of positionals) {
  const read = await readNamedSpec(
    { file, format: values.import, repo: file },
    { env: process.env, cwd: process.cwd() },
  );
  if (!read.ok) {
    for (const { message, hint } of read.issues) console.log(`${message}: ${hint}`);
    continue;
  }
  const { text, plan } = read.value;
  if (plan === null) {
    console.log(`${file}: a plain text`);
    continue;
  }
  const { format, place, items, commands, told } = plan;
  console.log(`${format} ${place}: ${items.length} items, ${commands.length} commands, ${told.length} told`);
  for (const { id, text: demand, line, path } of items) console.log(`  item ${path}:${line} ${id}: ${demand}`);
  for (const { command, line, path } of commands) console.log(`  command ${path}:${line} ${command}`);
  for (const { why, text: said, line, path } of told) console.log(`  told ${path}:${line} (${why}) ${said}`);
  if (values.spec) console.log(text);
}
