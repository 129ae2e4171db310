import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A module of that many functions, each about 600 bytes long. */
const moduleOf = (name, count) =>
  Array.from({ length: count }, (_, index) =>
    [
      `/** Works out part ${index} of the ${name} of a program, for those who ask. */`,
      `export const ${name}Part${index} = (program, options = {}) => {`,
      `  const known = program.${name}s.filter((each) => each.index !== ${index});`,
      ...[1, 2, 3].map(
        (step) => `  if (options.step${step} && known.length > ${step}) known.splice(${step}, ${index});`,
      ),
      `  for (const each of known) each.describe("${name}", ${index}, options.width ?? 80);`,
      `  return known.map((each) => each.text).join("\\n");`,
      "};",
      "",
    ].join("\n"),
  ).join("\n");

/** An ordinary repo of a few hundred kilobytes: a few modules that matter, many that do not, and a test beside each. */
export const FILES = Object.fromEntries([
  ["package.json", `${JSON.stringify({ name: "bench", type: "module", scripts: { test: "node --test" } }, null, 2)}\n`],
  ["README.md", `# bench\n\n${"A program reads its options and runs a command.\n".repeat(100)}`],
  ["scripts/verify.sh", "set -eu\ntest -f README.md\n"],
  ["lib/command.js", moduleOf("command", 90)],
  ["lib/help.js", moduleOf("help", 40)],
  ["lib/option.js", moduleOf("option", 20)],
  ["lib/error.js", moduleOf("error", 5)],
  ...Array.from({ length: 40 }, (_, index) => [`lib/parts/part${index}.js`, moduleOf("part", 2)]),
  ...Array.from({ length: 40 }, (_, index) => [`test/part${index}.test.js`, moduleOf("test", 4)]),
]);

/** What ten orders of a plan change and read, dependencies first, each with its own test, old or new. */
const ORDERS = [
  ["lib/error.js", "test/part3.test.js", ["lib/command.js"]],
  ["lib/option.js", "test/part7.test.js", ["lib/error.js", "lib/command.js"]],
  ["lib/option.js", "test/groups.test.js", ["lib/error.js", "lib/command.js"]],
  ["lib/command.js", "test/part5.test.js", ["lib/option.js", "lib/error.js"]],
  ["lib/command.js", "test/hidden.test.js", ["lib/option.js", "lib/error.js"]],
  ["lib/help.js", "test/part11.test.js", ["lib/command.js", "lib/option.js"]],
  ["lib/help.js", "test/part12.test.js", ["lib/command.js", "lib/option.js"]],
  ["lib/help.js", "test/sorting.test.js", ["lib/command.js"]],
  ["lib/command.js", "test/part20.test.js", ["lib/help.js", "lib/error.js"]],
  ["README.md", "test/readme.test.js", ["lib/command.js", "lib/help.js"]],
];

const sha256 = (text) => createHash("sha256").update(text).digest("hex");

/** Orders, and the answer to each: one edit of the module, in another place each time, and the test. */
const planOf = () => {
  const files = new Map(Object.entries(FILES));
  return ORDERS.map(([module, test, context_files], index) => {
    const id = `WO-${String(index + 1).padStart(2, "0")}`;
    const before = files.get(module) ?? "";
    const lines = before.split("\n");
    // Places spread over the whole file, as the golden ratio scatters them.
    const at = Math.floor((((index + 1) * 0.618) % 1) * (lines.length - 1));
    const head = lines.slice(0, at).join("\n");
    const writes = [
      { path: module, edits: [{ find: `${head}\n`, replace: `${head}\n// Changed by ${id}.\n` }] },
      { path: test, content: `${files.get(test) ?? ""}export const ${id.replace("-", "")} = true;\n` },
    ].map((write) => ({
      ...write,
      base_sha256: files.has(write.path) ? sha256(files.get(write.path) ?? "") : null,
    }));
    files.set(module, `${head}\n// Changed by ${id}.\n${before.slice(head.length + 1)}`);
    files.set(test, writes[1]?.content ?? "");
    const order = {
      id,
      title: `Change part ${index}`,
      intent: `Change \`${module}\` so that part ${index} is told with its width, and test it in \`${test}\`.`,
      preconditions: [{ kind: "file_exists", path: module }],
      postconditions: [module, test].map((path) => ({ kind: "file_exists", path })),
      allowed_files: [module, test],
      forbidden: ["No new dependency."],
      acceptance_commands: [`grep -q ${id} ${module}`],
      context_files,
      notes: null,
      verify_exempt: false,
    };
    return { order, answer: JSON.stringify({ summary: "Changed.", writes }) };
  });
};

/**
 * How much of an order's prompt does not repeat the beginning of the prompt before it: the average over a plan of ten orders in an existing
 * repo, from recorded answers.
 * @param {string[]} llmch
 * @param {string} place an empty folder
 * @param {(repo: string) => void} commit turns a folder into a repo with one commit of everything in it
 */
export const freshShare = (llmch, place, commit) => {
  const write = (path, text) => {
    mkdirSync(dirname(join(place, path)), { recursive: true });
    writeFileSync(join(place, path), text);
  };
  for (const [path, text] of Object.entries(FILES)) write(join("repo", path), text);
  commit(join(place, "repo"));
  const plan = planOf();
  for (const { order } of plan) write(`wo/${order.id}.json`, JSON.stringify(order));
  const exchanges = plan.map(({ order, answer }) =>
    JSON.stringify({ key: `${order.id}/attempt-1`, response: { text: answer } }),
  );
  write("record.jsonl", `${exchanges.join("\n")}\n`);
  const flags = [
    "--repo",
    join(place, "repo"),
    "--artifacts-dir",
    join(place, "runs"),
    "--replay",
    join(place, "record.jsonl"),
  ];
  const argv = [...llmch.slice(1), "run-all", join(place, "wo"), ...flags];
  const { status, stderr } = spawnSync(llmch[0] ?? "", argv, { encoding: "utf8" });
  if (status !== 0) throw new Error(`the plan was not carried out:\n${stderr}`);
  const runs = join(place, "runs/factory");
  const prompts = readdirSync(runs)
    .sort()
    .map((run) => readFileSync(join(runs, run, "attempt_1/se_prompt.txt"), "utf8"));
  if (prompts.length !== ORDERS.length) throw new Error(`there are ${prompts.length} prompts`);
  const shares = prompts
    .slice(1)
    .map((prompt, index) => 1 - sharedLength(prompts[index] ?? "", prompt) / prompt.length);
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
};

const sharedLength = (one, other) => {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
};
