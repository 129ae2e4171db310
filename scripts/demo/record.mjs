// Assembles exchanges.jsonl, the record that the demo replays, from the answers stored as plain files in answers/:
// plan/attempt-N.json, the files of WO-NN/attempt-N/, and words.json for what a model says beside them.
//
//   node scripts/demo/record.mjs           writes the record
//   node scripts/demo/record.mjs --check   exits 1 if the record on disk differs
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { TARGET_FILES } from "./target.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const answers = join(here, "answers");
export const RECORD_PATH = join(here, "exchanges.jsonl");

/** The text of the record. An order's base hashes follow from the target's first commit and the orders before it. */
export const assembleRecord = () => {
  const words = JSON.parse(readFileSync(join(answers, "words.json"), "utf8"));
  const exchange = (key, text) => ({
    key,
    response: { text, reasoning: words[key].reasoning },
    model: "hand-written",
  });
  const plans = numbered(join(answers, "plan")).map((name) => readFileSync(join(answers, "plan", name), "utf8"));
  const exchanges = plans.map((text, index) => exchange(`plan/attempt-${index + 1}`, text));

  const committed = new Map(Object.entries(TARGET_FILES));
  for (const { id } of JSON.parse(plans.at(-1)).work_orders) {
    let proposed = [];
    for (const [index, name] of numbered(join(answers, id)).entries()) {
      const key = `${id}/attempt-${index + 1}`;
      proposed = filesOf(join(answers, id, name));
      const writes = proposed.map(([path, content]) => ({
        path,
        base_sha256: sha256(committed.get(path) ?? ""),
        content,
      }));
      exchanges.push(exchange(key, JSON.stringify({ summary: words[key].summary, writes }, null, 2)));
    }
    for (const [path, content] of proposed) committed.set(path, content);
  }
  return exchanges.map((line) => `${JSON.stringify(line)}\n`).join("");
};

/** True if the record on disk is what the answers give. */
export const recordIsCurrent = () => readFileSync(RECORD_PATH, "utf8") === assembleRecord();

/** The names `attempt-1`, `attempt-2`, … in their order, with or without an extension. */
const numbered = (directory) => readdirSync(directory).sort((a, b) => Number(/\d+/.exec(a)) - Number(/\d+/.exec(b)));

/** Path and text of every file below `directory`, sorted by path. */
const filesOf = (directory) =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [relative(directory, file).split(sep).join("/"), readFileSync(file, "utf8")])
    .sort(([a], [b]) => (a < b ? -1 : 1));

const sha256 = (text) => createHash("sha256").update(text).digest("hex");

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  if (!process.argv.includes("--check")) writeFileSync(RECORD_PATH, assembleRecord());
  else if (!recordIsCurrent()) {
    process.stderr.write(
      "scripts/demo/exchanges.jsonl is not what the answers give: run node scripts/demo/record.mjs\n",
    );
    process.exitCode = 1;
  }
}
