import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { TARGET_FILES } from "../../scripts/demo/target.mjs";

const PLANS = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), "scripts/demo/answers/plan");

/**
 * A plan against a repo of many files whose spec names a function, answered from a record, so that most of the time goes into the repo's map.
 * @param {string[]} llmch
 * @param {string} place an empty folder
 * @param {number} count
 * @returns {import("./measure.mjs").Measured}
 */
export const planOfFiles = (llmch, place, count) => {
  const [repo, spec, record, artifacts] = ["repo", "spec.txt", "record.jsonl", "artifacts"].map((name) =>
    join(place, name),
  );
  makeRepo(repo, count);
  const answer = readFileSync(join(PLANS, readdirSync(PLANS).sort().at(-1) ?? ""), "utf8");
  writeFileSync(spec, "Split the costs of a shared trip. `Compute5Part1` stays as it is.\n");
  writeFileSync(record, `${JSON.stringify({ key: "plan/attempt-1", response: { text: answer } })}\n`);
  const flags = ["--spec", spec, "--repo", repo, "--replay", record, "--artifacts-dir", artifacts, "--quiet"];
  return { argv: [...llmch, "plan", ...flags], prepare: () => rmSync(artifacts, { recursive: true, force: true }) };
};

/** Files of four languages, each about 3 KB with comments, that use functions of a few others; git takes them as one stream. */
const makeRepo = (repo, count) => {
  mkdirSync(repo, { recursive: true });
  const git = (args, input) => {
    const { status, stderr } = spawnSync("git", ["-C", repo, ...args], { input, encoding: "utf8", maxBuffer: 1 << 28 });
    if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
  };
  const stream = ["commit refs/heads/work\ncommitter bench <bench@localhost> 1700000000 +0000\ndata 5\nstart\n"];
  const files = Array.from({ length: count }, (_, index) => fileOf(index));
  for (const [path, text] of [...Object.entries(TARGET_FILES), ...files]) {
    stream.push(`M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`);
  }
  git(["init", "-q", "-b", "work"]);
  git(["fast-import", "--quiet"], stream.join(""));
};

const LANGUAGES = [
  {
    ending: "py",
    head: (name) => `def ${name}(rows, limit=10):\n`,
    line: (call) => `    total = ${call}(rows, limit)\n`,
  },
  {
    ending: "ts",
    head: (name) => `export const ${name} = (rows: string[], limit = 10): number => {\n`,
    line: (call) => `  const total = ${call}(rows, limit);\n`,
    end: "};\n",
  },
  {
    ending: "go",
    head: (name) => `func ${name}(rows []string, limit int) int {\n`,
    line: (call) => `\ttotal := ${call}(rows, limit)\n`,
    end: "}\n",
  },
  {
    ending: "c",
    head: (name) => `int ${name}(char **rows, int limit) {\n`,
    line: (call) => `  int total = ${call}(rows, limit);\n`,
    end: "}\n",
  },
];

/** A few files are used by many others, as in repos that people write. */
const fileOf = (index) => {
  const language = index % LANGUAGES.length;
  const { ending, head, line, end = "" } = LANGUAGES[language] ?? LANGUAGES[0];
  const mark = ending === "py" ? "#" : "//";
  const functions = Array.from({ length: 8 }, (_, part) => {
    const used = Math.floor((index * (part + 3)) / (7 * (part + 1))) % (20 * (part + 1));
    const call = `Compute${used * LANGUAGES.length + language}Part${part}`;
    const words = `${mark} Adds what the rows of part ${part} of ${index} come to, and leaves out those beyond the limit.\n`;
    return `${words}${head(`Compute${index}Part${part}`)}${line(call).repeat(8)}${end}\n`;
  });
  const path = `src/area-${Math.floor(index / 1000)}/group-${Math.floor(index / 50) % 20}/part_${index}.${ending}`;
  return [path, functions.join("")];
};
