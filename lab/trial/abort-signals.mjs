// A queue in TypeScript and ES modules that should support abort signals: a long class, a flaky test, a package that is not installed.
import { join } from "node:path";
import { atLeast, none, spentOn, visible } from "./figures.mjs";
import { proposal, workOrder } from "./scene.mjs";

const filler = (index) => [
  `  rate${index}(limit: number): number {`,
  ...Array.from(
    { length: 20 },
    (_, line) => `    if (limit === ${index * 100 + line}) return limit + ${line} + this.interval;`,
  ),
  "    return limit;",
  "  }",
  "",
];
const QUEUE = [
  "export class Queue {",
  "  interval = 0;",
  "  pending = 0;",
  "",
  ...Array.from({ length: 220 }, (_, index) => filler(index)).flat(),
  "  async add(task: Task, options: Options): Promise<unknown> {",
  ...Array.from({ length: 80 }, (_, line) => `    if (this.interval > ${line * 1000}) this.pending += ${line};`),
  "    return task(options);",
  "  }",
  ...Array.from({ length: 5 }, (_, index) => filler(100 + index)).flat(),
  "}",
  "",
].join("\n");

/** Node strips no types before version 22. */
const STRIP = [
  'import { register } from "node:module";',
  "const hooks = `",
  'import { readFile } from "node:fs/promises";',
  'import { fileURLToPath } from "node:url";',
  'export const load = async (url, context, next) => url.endsWith(".ts")',
  '  ? { format: "module", shortCircuit: true, source: (await readFile(fileURLToPath(url), "utf8")).replace(/: (?:number|Task|Options|Promise<unknown>)/g, "") }',
  "  : next(url, context);`;",
  'register("data:text/javascript," + encodeURIComponent(hooks));',
  "",
].join("\n");

const TEST = [
  'import test from "node:test";',
  'import assert from "node:assert";',
  'import { Queue } from "../source/queue.ts";',
  "",
  'test("add runs the task", async () => {',
  "  assert.equal(await new Queue().add(() => 7, {}), 7);",
  "});",
  "",
].join("\n");

const filesOf = (more) => ({
  "package.json":
    '{ "name": "waiting", "type": "module", "scripts": { "test": "node --import ./scripts/strip.mjs --test" } }\n',
  "readme.md": "# Waiting\n",
  "source/queue.ts": QUEUE,
  "scripts/strip.mjs": STRIP,
  "test/basic.test.mjs": TEST,
  ...more,
});

const CHECK = `node --import ./scripts/strip.mjs --input-type=module -e "import { Queue } from './source/queue.ts'; const signal = AbortSignal.abort(new Error('gone')); const said = await new Queue().add(() => 1, { signal }).catch((error) => error.message); if (said !== 'gone') process.exit(1)"`;

const ORDER = workOrder({
  title: "Let a task be aborted",
  intent:
    "Queue.add in source/queue.ts rejects with the reason of options.signal, if that is aborted, before it runs the task.",
  preconditions: [{ kind: "file_exists", path: "source/queue.ts" }],
  allowed_files: ["source/queue.ts", "docs/abort.md"],
  context_files: ["source/queue.ts"],
  acceptance_commands: [CHECK],
});
const DOCS = "A task may be aborted.\n";
const ADD = "    return task(options);";
const ABORTS = "    if (options.signal?.aborted) throw options.signal.reason;\n    return task(options);";

/** It ended because of the package, and for no other reason. */
const isToldOfLack = ({ code, output }) => code === 1 && output.includes("package-that-nobody-has");

export const abortSignals = async ({ scene, folder }) => {
  // The first answer resolves where it should reject; the second fixes that answer and repeats nothing.
  const files = filesOf({});
  const half = ABORTS.replace("throw", "return");
  const made = { "source/queue.ts": QUEUE.replace(ADD, half), "docs/abort.md": DOCS };
  const retried = scene(files);
  retried.answers({
    "WO-01/attempt-1": proposal(files, { "source/queue.ts": [[ADD, half]], "docs/abort.md": DOCS }),
    "WO-01/attempt-2": proposal(made, {
      "source/queue.ts": [["aborted) return options", "aborted) throw options"]],
      "docs/abort.md": [],
    }),
  });
  const right = proposal(files, { "source/queue.ts": [[ADD, ABORTS]], "docs/abort.md": DOCS });

  // A test that fails the first time that the order's file exists.
  const mark = join(folder, "flaky-was-here");
  const flaky = filesOf({
    "test/flaky.test.mjs": [
      'import test from "node:test";',
      'import assert from "node:assert";',
      'import { existsSync, writeFileSync } from "node:fs";',
      'test("now and then", () => {',
      `  const isFirst = existsSync("docs/abort.md") && !existsSync(${JSON.stringify(mark)});`,
      `  if (isFirst) writeFileSync(${JSON.stringify(mark)}, "");`,
      "  assert.equal(isFirst, false);",
      "});",
      "",
    ].join("\n"),
  });
  const shaky = scene(flaky);
  shaky.answers({ "WO-01/attempt-1": right, "WO-01/attempt-2": right });

  // A package that nobody installed.
  const lacking = filesOf({ "source/queue.ts": `import "package-that-nobody-has";\n${QUEUE}` });
  const bare = scene(lacking);
  const untested = proposal(lacking, { "source/queue.ts": [[ADD, ABORTS]], "docs/abort.md": DOCS });
  bare.answers(Object.fromEntries([1, 2, 3].map((attempt) => [`WO-01/attempt-${attempt}`, untested])));

  const again = await retried.run(ORDER, "--max-attempts", "2");
  const passed = await shaky.run(ORDER, "--max-attempts", "2", "--no-sandbox");
  const unable = await bare.run(ORDER, "--max-attempts", "3");
  return [
    atLeast("lines visible of what must change", visible(again.prompt, QUEUE, ["async add(task"]), 95),
    none(
      "right edits of the last answer that were refused",
      spentOn(again.failed, "stale_context", "llm_output_invalid"),
    ),
    atLeast("the retry passes", again.verdict === "PASS" ? 100 : 0, 100),
    none("attempts spent on a flaky test", passed.verdict === "PASS" ? passed.failed.length : 9),
    none("questions asked while a package is missing", isToldOfLack(unable) ? unable.asked : 9),
  ];
};
