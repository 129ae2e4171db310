// Assembles exchanges.jsonl, the record that a demo replays, from the answers stored as plain files in its answers/: the files of
// WO-NN/attempt-N/, a JSON document for everything else, and words.json for what a model says beside them. A build's answers lie in a
// folder for each window.
//
//   node scripts/demo/record.mjs           writes the records
//   node scripts/demo/record.mjs --check   exits 1 if a record on disk differs
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { SHELF_FILES, TARGET_FILES } from "./target.mjs";

const here = dirname(fileURLToPath(import.meta.url));

/** The demos with a record: where each lies, and the files of the repo that it works on. */
const DEMOS = [
  { folder: here, files: TARGET_FILES },
  { folder: join(here, "build"), files: SHELF_FILES },
];

const recordIn = (folder) => join(folder, "exchanges.jsonl");

/** The text of a demo's record. An order's base hashes follow from the target's first commit and the orders before it. */
const assembleRecord = ({ folder, files }) => {
  const answers = join(folder, "answers");
  const words = JSON.parse(readFileSync(join(answers, "words.json"), "utf8"));
  const exchange = (key, text) =>
    JSON.stringify({ key, response: { text, reasoning: words[key]?.reasoning ?? null }, model: "hand-written" });
  const committed = new Map(Object.entries(files));
  const windows = readdirSync(answers).filter((name) => name.startsWith("window-"));
  const lines = documentsIn(answers, "scope").map(([key, text]) => exchange(key, text));
  for (const window of windows.length === 0 ? [""] : windows.sort()) {
    const plans = documentsIn(answers, join(window, "plan"));
    lines.push(...plans.map(([key, text]) => exchange(key, text)));
    for (const { id } of JSON.parse(plans.at(-1)[1]).work_orders) {
      const order = join(window, id);
      lines.push(...documentsIn(answers, order).map(([key, text]) => exchange(key, text)));
      let proposed = [];
      for (const name of numbered(join(answers, order), /^attempt-\d+$/)) {
        const key = keyOf(join(order, name));
        proposed = filesOf(join(answers, order, name));
        const writes = proposed.map(([path, content]) => ({
          path,
          base_sha256: sha256(committed.get(path) ?? ""),
          content,
        }));
        lines.push(exchange(key, JSON.stringify({ summary: words[key].summary, writes }, null, 2)));
      }
      for (const [path, content] of proposed) committed.set(path, content);
    }
    for (const kind of ["examination", "assessment"])
      lines.push(...documentsIn(answers, join(window, kind)).map(([key, text]) => exchange(key, text)));
  }
  return lines.map((line) => `${line}\n`).join("");
};

/** The demos whose record on disk is not what the answers give. */
const outdated = () => DEMOS.filter((demo) => readFileSync(recordIn(demo.folder), "utf8") !== assembleRecord(demo));

/** True if the records on disk are what the answers give. */
export const recordIsCurrent = () => outdated().length === 0;

/** Key and text of each `attempt-N.json` in a folder. */
const documentsIn = (answers, folder) =>
  numbered(join(answers, folder), /^attempt-\d+\.json$/).map((name) => [
    keyOf(join(folder, name.replace(".json", ""))),
    readFileSync(join(answers, folder, name), "utf8"),
  ]);

const keyOf = (path) => path.split(sep).join("/");

/** The names that match, such as `attempt-1`, `attempt-2`, …, in their order; none if the folder is missing. */
const numbered = (directory, pattern) =>
  (existsSync(directory) ? readdirSync(directory) : [])
    .filter((name) => pattern.test(name))
    .sort((a, b) => Number(/\d+/.exec(a)) - Number(/\d+/.exec(b)));

/** Path and text of every file below `directory`, sorted by path. */
const filesOf = (directory) =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [keyOf(relative(directory, file)), readFileSync(file, "utf8")])
    .sort(([a], [b]) => (a < b ? -1 : 1));

const sha256 = (text) => createHash("sha256").update(text).digest("hex");

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  if (!process.argv.includes("--check"))
    for (const demo of DEMOS) writeFileSync(recordIn(demo.folder), assembleRecord(demo));
  for (const { folder } of outdated()) {
    process.stderr.write(`${recordIn(folder)} is not what the answers give: run node scripts/demo/record.mjs\n`);
    process.exitCode = 1;
  }
}
