import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setInterval } from "node:timers/promises";
import type { WorkOrder } from "@llmch/contract";
import { entriesOf } from "@llmch/testkit";
import { expect, test } from "vitest";
import { createScene, readJsonFile, type Scene } from "../scene.ts";

const SLUG = `export const slug = (text) => {
  if (text.length > 20) {
    return slug(text.slice(0, 20));
  }
  return text.toLowerCase();
};
`;
const SLUG_ORDER: Partial<WorkOrder> = {
  title: "Make slugs",
  allowed_files: ["slug.js"],
  acceptance_commands: ["grep -q 'text.length > 20' slug.js"],
  fulfils: ["slug(text) is at most 20 letters long."],
};
const UNTOLD = { command: "grep -q 'slice(0, 20)' slug.js", hidden: true };

const WORDS = "export const words = (text) => text.split(' ').length;\n";
/** What the run's own commit tells, and its bytes. */
const OF_HISTORY =
  "bash -c 'git log -1 --format=%s:%at | grep -x \"WO-02: Count words:0\" && git diff --quiet HEAD~1 slug.js'";
const OF_BYTES = `bash -c 'sha256sum words.js | grep -q ${createHash("sha256").update(WORDS).digest("hex")}'`;

const strength = (scene: Scene, flags: readonly string[] = [], invocation = {}) =>
  scene.llmch(["strength", "--artifacts-dir", scene.artifacts, ...flags], invocation);
const documentOf = async (scene: Scene, flags: readonly string[] = []) =>
  JSON.parse((await strength(scene, ["--json", ...flags])).stdout);
const recordOf = (scene: Scene) => {
  const [run = ""] = scene.runs("run-all");
  return join(scene.artifacts, "strength", `${basename(run)}.json`);
};

const recordedCaught = (scene: Scene): string => {
  const { killed, survived } = readJsonFile(recordOf(scene), "");
  return `${killed} of ${Number(killed) + Number(survived)}`;
};

/** A run-all of the orders, each with an answer that writes its files. */
const carriedOut = async (
  orders: readonly (readonly [Partial<WorkOrder>, Readonly<Record<string, string>>])[],
  files: Readonly<Record<string, string>> = {},
): Promise<Scene> => {
  const scene = createScene({ files: { "README.md": "# Slugs\n", ".gitignore": "node_modules\n", ...files } });
  scene.write({ "node_modules/tool/flag": "" });
  for (const [index, [order, written]] of orders.entries()) {
    const id = `WO-0${index + 1}`;
    scene.order({ id, ...order });
    scene.answers({ [`${id}/attempt-1`]: scene.answer(written) });
  }
  const run = await scene.runAll(["--branch", "work"]);
  if (run.code !== 0) throw new Error(run.stderr);
  return scene;
};

test("what no check notices is found, each time the same, and nothing but the record changes", async () => {
  const scene = await carriedOut(
    [
      [
        { ...SLUG_ORDER, acceptance_commands: [...(SLUG_ORDER.acceptance_commands ?? []), UNTOLD] },
        { "slug.js": SLUG },
      ],
      [
        {
          title: "Count words",
          allowed_files: ["words.js"],
          acceptance_commands: ["grep -q Slugs README.md", OF_HISTORY, OF_BYTES],
        },
        { "words.js": WORDS },
      ],
      [{ title: "Say so", allowed_files: ["README.md"] }, { "README.md": "# Slugs, and words\n" }],
    ],
    { "scripts/verify.sh": "! grep -qs 'undefined' words.js\n" },
  );
  const standing = scene.checkout();
  const told = await strength(scene);
  expect(told).toMatchObject({ code: 0 });
  expect(told.stderr).toMatch(/^WO-01 {2}\d+ to judge\nWO-02 {2}\d+ to judge\n/m);
  expect(told.stderr).toContain(`WO-02: \`${OF_BYTES}\` fails if a comment is added: it compares bytes`);
  expect(told.stdout).toMatch(
    /^WO-01 {2}\d+ of \d+ caught \(\d+%\)\nWO-02 {2}1 of \d caught \(\d+%\)\nWO-03 {2}nothing to make wrong\n/,
  );
  expect(told.stdout).toContain("WO-02  nothing depends on words.js: put back as it was, every check passes\n");
  expect(told.stdout).toContain(
    [
      "WO-01  slug.js:2  an empty value returned at once",
      "  -  if (text.length > 20) {",
      "  +  return undefined; if (text.length > 20) {",
      "  breaks: slug(text) is at most 20 letters long.\n",
    ].join("\n"),
  );
  expect(told.stdout).toMatch(/\nPASS {2}\d+ of \d+ caught \(\d+%\)\n$/);

  const first = readJsonFile(recordOf(scene), "");
  const document = await documentOf(scene);
  expect(document).toMatchObject({ ok: true, exit_code: 0, unviable: 0, rate: document.killed / document.mutants });
  expect(document.killed + document.survived).toBe(document.mutants);
  const survivors: { order: string; path: string; line: number | null; kind: string; after: string | null }[] =
    document.survivors;
  expect(survivors.find(({ kind }) => kind === "put_back")).toEqual({
    ...{ order: "WO-02", path: "words.js", line: null, before: null, after: null, kind: "put_back", fulfils: null },
  });
  // What was asked for openly, what was hidden, and what verifies the repo each catch their own.
  const left = survivors.map(({ after }) => after ?? "").join("\n");
  for (const caught of ["text.length >= 20", "slice(1, 20)", "words = (text) => undefined"])
    expect(left).not.toContain(caught);
  const { mutants, killed, survived, unviable, rate, orders } = document;
  const same = { mutants, killed, survived, unviable, rate, orders, survivors };
  for (const record of [first, readJsonFile(recordOf(scene), "")]) expect(record).toMatchObject(same);
  expect(scene.checkout()).toEqual(standing);
  expect(scene.leftovers()).toEqual([]);

  const one = await documentOf(scene, ["--order", "1", "--mutants", "2"]);
  expect(one).toMatchObject({ mutants: 2, orders: [{ order: "WO-01", mutants: 2 }] });
  expect(readJsonFile(recordOf(scene), "").orders).toMatchObject([
    { order: "WO-02" },
    { order: "WO-03" },
    one.orders[0],
  ]);
  expect(await strength(scene, ["--order", "WO-07"])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("WO-07"),
  });
  expect(await strength(scene, ["--order", "2", "--at-least", "0.9"])).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/\nerror: 1 of \d planted faults were caught, less than --at-least 0.9\nFAIL /),
  });
  expect(await strength(scene, ["--order", "1", "--mutants", "1", "--at-least", "1"])).toMatchObject({ code: 0 });
  expect(await strength(scene, ["--at-least", "80%"])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("80%"),
  });

  const at = ["--artifacts-dir", scene.artifacts];
  const figure = `${recordedCaught(scene)} planted faults caught`;
  expect((await scene.llmch(["show", ...at])).stdout).toContain(`strength ${figure}`);
  expect((await scene.llmch(["pr", ...at])).stdout).toContain(`\n${figure} by the checks (\`llmch strength\`).\n`);
  const page = join(scene.root, "page.html");
  await scene.llmch(["report", "--out", page, ...at]);
  expect(readFileSync(page, "utf8")).toContain(figure);
  writeFileSync(join(scene.root, "spec.md"), "Make slugs, and count words.\n");
  const revising = ["--plan", scene.orders, "--spec", "spec.md", "--repo", scene.repo, "--replay", scene.record];
  await scene.llmch(["plan", "revise", "Check more", ...revising, "--max-attempts", "1", ...at]);
  const prompt = readFileSync(join(scene.runs("planner")[0] ?? "", "compile/prompt_attempt_1.txt"), "utf8");
  const quoted = prompt.slice(prompt.indexOf('"unnoticed": ['), prompt.indexOf("Its `unnoticed`"));
  expect(quoted).toMatch(/"unnoticed": \[\s+\{\s+"order": "WO-02",\s+"path": "words.js",\s+"line": null,/);

  await scene.llmch([
    "discard",
    basename(scene.runs("run-all")[0] ?? ""),
    "--artifacts",
    "--yes",
    "--artifacts-dir",
    scene.artifacts,
  ]);
  expect(existsSync(recordOf(scene))).toBe(false);
});

test("a check that fails on the commit itself judges nothing, and an order without another is not measured", async () => {
  const flagged = "sh -c 'test -e node_modules/tool/flag'";
  const scene = await carriedOut([[{ ...SLUG_ORDER, acceptance_commands: [flagged] }, { "slug.js": SLUG }]]);
  rmSync(join(scene.repo, "node_modules/tool/flag"));
  const told = await strength(scene);
  expect(told).toMatchObject({ code: 0 });
  expect(told.stdout).toBe("WO-01  not measured: all of its checks fail on its commit\nPASS  nothing was made wrong\n");
  expect(told.stderr).toContain(`warning: WO-01: \`${flagged}\` fails on the commit itself, and judges nothing\n`);
  expect(await documentOf(scene, ["--at-least", "0"])).toMatchObject({
    exit_code: 1,
    errors: [{ code: "unmeasured" }],
  });
});

test("a check that fails now and then catches nothing by that, and is named once", async () => {
  const flaky = "sh scripts/flaky.sh";
  const once = "test -e node_modules/tool/flag || test -e build/ok || { mkdir -p build; touch build/ok; exit 1; }\n";
  const files = { "scripts/flaky.sh": once, ".gitignore": "node_modules\nbuild\n" };
  const scene = await carriedOut([[{ ...SLUG_ORDER, acceptance_commands: [flaky] }, { "slug.js": SLUG }]], files);
  rmSync(join(scene.repo, "node_modules/tool/flag"));
  const told = await strength(scene);
  expect(told).toMatchObject({ code: 0, stdout: expect.stringMatching(/^WO-01 {2}0 of \d+ caught/) });
  expect(told.stderr.match(/^warning: .*/gm)).toEqual([
    `warning: WO-01: flaky: \`${flaky}\` failed and then passed on the same code`,
  ]);
});

test("a run from elsewhere is not measured", async () => {
  const scene = createScene();
  const outside = join(scene.root, "outside");
  scene.order({ ...SLUG_ORDER, acceptance_commands: [`sh -c "touch '${outside}'; grep -q 20 slug.js"`] });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "slug.js": SLUG }) });
  expect(await scene.run(["--branch", "work", "--no-sandbox"])).toMatchObject({ code: 0 });
  rmSync(outside);
  rmSync(join(scene.root, "state"), { recursive: true });
  const { code, stderr } = await strength(scene);
  expect([code, stderr]).toEqual([1, expect.stringContaining("was begun elsewhere")]);
  expect(existsSync(outside)).toBe(false);
});

/** A check that takes long once the work is made wrong, and says so by a file in its worktree. */
const LONG =
  "sh -c 'test -e slug.js || exit 1; grep -q \"text.length > 20\" slug.js || { touch runs-now; exec sleep 120; }'";
const runsNow = ({ temporary }: Scene): boolean =>
  entriesOf(temporary)
    .flatMap((folder) => entriesOf(join(temporary, folder)).map((tree) => join(temporary, folder, tree, "runs-now")))
    .some((marker) => existsSync(marker));

test("SIGINT and SIGKILL in the midst leave nothing, or nothing after the next one", async () => {
  const scene = await carriedOut([[{ ...SLUG_ORDER, acceptance_commands: [LONG] }, { "slug.js": SLUG }]]);
  const standing = scene.checkout();
  const ended = async (signal: NodeJS.Signals) => {
    let at = 0;
    let isWaiting = false;
    const onOutput = async (_: string, kill: (signal: NodeJS.Signals) => void) => {
      if (isWaiting) return;
      isWaiting = true;
      for await (const _ of setInterval(10)) if (runsNow(scene)) break;
      at = performance.now();
      kill(signal);
    };
    const { code, stdout } = await strength(scene, [], { onOutput, process: true });
    expect(existsSync(recordOf(scene))).toBe(false);
    expect(scene.checkout()).toEqual(standing);
    return { code, stdout, took: performance.now() - at };
  };
  const { code, stdout, took } = await ended("SIGINT");
  // Two seconds are promised, but a busy machine may take longer.
  expect(took).toBeLessThan(60_000);
  expect([code, stdout]).toEqual([130, "INTERRUPTED\n"]);
  expect(scene.leftovers()).toEqual([]);

  await ended("SIGKILL");
  expect(scene.leftovers()).not.toEqual([]);
  expect(await strength(scene, ["--mutants", "1"])).toMatchObject({ code: 0 });
  expect(JSON.parse(readFileSync(recordOf(scene), "utf8"))).toMatchObject({ mutants: 1, killed: 1 });
  expect(scene.leftovers()).toEqual([]);
});
