import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { numberedSpec } from "@llmch/planner";
import { answerOf, throwawayRepo, workOrder } from "@llmch/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SPEC } from "./plan/plan-scene.ts";
import { sampleOrder, samplePlan } from "./plan/sample-plan.ts";
import { filesBelow, readJsonFile } from "./scene.ts";

const CLI = dirname(dirname(fileURLToPath(import.meta.url)));
const CHECKOUT = dirname(dirname(CLI));
const folder = realpathSync(mkdtempSync(join(tmpdir(), "llmch-packing-")));
const project = join(folder, "clean");
const installed = join(folder, "prefix/lib/node_modules/llmch");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A machine with node and npm, its own home and nothing in it. */
const env = {
  PATH: process.env.PATH ?? "",
  HOME: folder,
  npm_config_cache: join(folder, "cache"),
  npm_config_update_notifier: "false",
};
const run = (program: string, args: readonly string[], cwd = project) =>
  promisify(execFile)(program, args, { cwd, env });
const llmch = (...args: string[]) => run(join(folder, "prefix/bin/llmch"), args);

/** Packs the package and returns the file's path, which is printed after the output of its scripts. */
const pack = async () => {
  const { stdout } = await run("npm", ["pack", CLI, "--silent", "--pack-destination", folder]);
  return join(folder, stdout.trim().split("\n").at(-1) ?? "");
};

beforeAll(async () => {
  mkdirSync(project);
  const file = await pack();
  await run("npm", ["install", "--global", "--offline", "--prefix", join(folder, "prefix"), file]);
  // Programs find their imports here.
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(installed, join(folder, "node_modules/llmch"));
});

describe("the packed package", () => {
  it("holds the built CLI, the prompts, the schemas, the specs, a README and a licence, and nothing else", () => {
    const files = filesBelow(installed);
    const expected = [
      /^bin\/(llmch\.js|package\.json)$/,
      /^dist\/(main\.cjs|library\.js|library\.d\.ts)$/,
      /^dist\/chunks\/[^/]*\.cjs$/,
      /^dist\/parsers\/(acorn|unbash|ruff|tree-sitter)\/(wasm\/)?[\w.-]+\.(cjs|js|wasm)$/,
      /^dist\/parsers\/(acorn|unbash|ruff|tree-sitter)\/(LICENSE|package\.json)$/,
      /^templates\/(PLANNER_PROMPT|FACTORY_PROMPT|REVISION_PROMPT|REVISION_AFTER_FAILURES_PROMPT|DIVISION_PROMPT|DESIGN_PROMPT|SCOPE_PROMPT|ASSESSOR_PROMPT|EXAMINER_PROMPT|REVIEWER_PROMPT|EXECUTOR_PROMPT|DOCTRINE)\.md$/,
    ];
    const others = [
      /^templates\/schemas\/[a-z-]+\.schema\.json$/,
      /^templates\/specs\/[a-z]+\.txt$/,
      /^templates\/skills\/llmch\/SKILL\.md$/,
      /^templates\/spec-kit\/(extension\.yml|README\.md|commands\/speckit\.llmch\.run\.md)$/,
      /^templates\/completion\/llmch\.(bash|zsh|fish)$/,
      /^(README\.md|LICENSE|package\.json|man\/llmch\.1)$/,
    ];
    for (const pattern of [...expected, ...others]) expect(files.filter((path) => pattern.test(path))).not.toEqual([]);
    expect(files.filter((path) => ![...expected, ...others].some((pattern) => pattern.test(path)))).toEqual([]);
    expect(filesBelow(join(CHECKOUT, "templates"))).toEqual(filesBelow(join(installed, "templates")));
  });

  it("needs no package of the workspace, and names no path of the machine that built it", () => {
    const { dependencies, peerDependencies, peerDependenciesMeta, bin } = readJsonFile(installed, "package.json");
    expect({ dependencies, bin }).toEqual({ bin: { llmch: "bin/llmch.js" } });
    // Those that it takes if they are there are all left out unless their user installs them.
    const optional = Object.fromEntries(
      Object.keys(Object(peerDependencies)).map((name) => [name, { optional: true }]),
    );
    expect(peerDependenciesMeta).toEqual(optional);
    for (const path of filesBelow(installed))
      expect(readFileSync(join(installed, path), "utf8")).not.toContain(CHECKOUT);
  });

  it("says what a database needs besides, and how to install it", async () => {
    const asked = llmch("worker", "--database", "postgres://localhost/jobs");
    const install = "npm install --global openworkflow@0.10.1 postgres@3.4.9";
    await expect(asked).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(install) });
  });

  it.each([
    ["complete", ["complete", "--shell", "bash"]],
    ["graph", ["graph", "wo"]],
  ])("tells in a line that a file of its own is gone: %s", async (name, argv) => {
    const chunks = join(installed, "dist/chunks");
    const [chunk = ""] = filesBelow(chunks).filter((path) => path.startsWith(`${name}-`));
    renameSync(join(chunks, chunk), join(folder, chunk));
    const told = await llmch(...argv).catch((fault) => fault);
    renameSync(join(folder, chunk), join(chunks, chunk));
    expect(told).toMatchObject({ stderr: expect.stringMatching(/^error: unexpected: Cannot find module .*\n$/) });
    expect(told.code).toBeGreaterThan(0);
  });

  it("takes at most 28 MB, and depends on no other package", () => {
    const bytes = filesBelow(installed).reduce((sum, path) => sum + statSync(join(installed, path)).size, 0);
    expect(bytes / 1024 ** 2).toBeLessThan(28);
  });

  it("is installed as a command that prints its version", async () => {
    expect((await llmch("--version")).stdout).toBe(`${readJsonFile(CLI, "package.json").version}\n`);
  });

  it("says where it comes from, and its README links outside by full addresses", () => {
    const { repository, homepage, bugs, keywords, version, man } = readJsonFile(installed, "package.json");
    expect(readFileSync(join(installed, String(man)), "utf8")).toContain(`"llmch ${version}"`);
    expect(existsSync(join(folder, "prefix/share/man/man1/llmch.1"))).toBe(true);
    expect({ repository, homepage, bugs, keywords }).toMatchObject({
      repository: { type: "git", url: expect.stringMatching(/^git\+https:.*\.git$/), directory: "packages/cli" },
      homepage: expect.stringMatching(/^https:/),
      bugs: { url: expect.stringMatching(/^https:/) },
      keywords: expect.arrayContaining(["cli"]),
    });
    const links = [...readFileSync(join(installed, "README.md"), "utf8").matchAll(/\]\(([^)]*)\)/g)].map(
      ([, to]) => to,
    );
    expect(links.filter((to) => !/^(https:|#)/.test(to ?? ""))).toEqual([]);
    expect(links).toContainEqual(expect.stringMatching(new RegExp(`^https:.*/blob/v${version}/SECURITY\\.md$`)));
  });

  it("contains its schemas, for programs and for the command", async () => {
    const name = "work-order.schema.json";
    const resolve = `process.stdout.write(createRequire(process.cwd() + "/x").resolve("llmch/schemas/${name}"))`;
    const program = `import { createRequire } from "node:module"; ${resolve}`;
    const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", program]);
    const text = readFileSync(stdout, "utf8");
    expect(JSON.parse(text)).toMatchObject({ $id: expect.stringMatching(`/llmch@[^/]+/templates/schemas/${name}$`) });
    expect((await llmch("schema", "work-order")).stdout).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
    expect((await llmch("schema", "work-order", "--path")).stdout).toBe(
      `${join(installed, "templates/schemas", name)}\n`,
    );
  });

  for (const shell of ["bash", "zsh", "fish"] as const)
    it(`completes what is typed in ${shell}`, { tags: shell === "bash" ? [] : shell }, async () => {
      const PATH = `${join(folder, "prefix/bin")}:${env.PATH}`;
      const asked = { cwd: project, env: { ...env, PATH } };
      const { stdout } = await promisify(execFile)(shell, ["-c", SHELLS[shell]], asked);
      expect(stdout).toBe("graph\n--format=json\nE104\n");
    });

  it("checks a plan, Python's grammar included", async () => {
    writeFileSync(
      join(project, "m.json"),
      JSON.stringify(samplePlan([sampleOrder(1, { acceptance_commands: ['python -c "x ="'] })])),
    );
    await expect(llmch("check", "m.json")).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^\[E006\] WO-01: /),
    });
  });

  it("plans with the prompt in the package, and maps a repo with the grammars in the package", async () => {
    const spec = `${SPEC}Neither Run() nor run() changes.\n`;
    writeFileSync(join(project, "spec.txt"), spec);
    mkdirSync(join(project, "app"));
    writeFileSync(join(project, "app/tool.py"), "def run(limit: int): pass\n");
    writeFileSync(join(project, "app/tool.go"), "package tool\nfunc Run() {}\n");
    const exchange = { key: "plan/attempt-1", response: { text: JSON.stringify(samplePlan()) } };
    writeFileSync(join(project, "exchanges.jsonl"), JSON.stringify(exchange));
    const { stdout } = await llmch(
      "plan",
      "--spec",
      "spec.txt",
      "--replay",
      "exchanges.jsonl",
      "--repo",
      "app",
      "--outdir",
      "wo",
      "--json",
    );
    const { artifacts } = JSON.parse(stdout).paths;
    const prompt = readFileSync(join(artifacts, "compile/prompt_attempt_1.txt"), "utf8");
    const map = readFileSync(join(artifacts, "repo_map.txt"), "utf8");
    const template = readFileSync(join(CHECKOUT, "templates/PLANNER_PROMPT.md"), "utf8");
    expect(prompt).toContain(numberedSpec(spec));
    expect(prompt.startsWith(template.slice(0, 1000))).toBe(true);
    expect(prompt).toContain(map);
    expect(map).toMatch(
      /definition in tool\.go .*\nfunc Run\(\) \{\}\n.*\n\n.*definition in tool\.py .*\ndef run\(limit: int\)/,
    );
    expect(existsSync(join(project, "wo/WORK_ORDERS_MANIFEST.json"))).toBe(true);
  });

  it("is imported by a program that runs two instances on two repos at once", async () => {
    const repos = { one: throwawayRepo(), other: throwawayRepo() };
    for (const [name, { path }] of Object.entries(repos)) {
      symlinkSync(path, join(project, name));
      const answer = { key: "WO-01/attempt-1", response: { text: answerOf({ "greet.js": `// ${name}\n` }) } };
      writeFileSync(join(project, `${name}.jsonl`), JSON.stringify(answer));
    }
    writeFileSync(join(project, "order.json"), JSON.stringify(workOrder()));
    writeFileSync(join(project, "two.mjs"), TWO_INSTANCES);
    expect(await run(process.execPath, ["two.mjs"])).toEqual({ stdout: "", stderr: "" });

    const told = readJsonFile(project, "told.json");
    expect(told).toMatchObject({ isSameProcess: true, outcomes: [{ ok: true }, { ok: true }] });
    for (const [index, [name, repo]] of Object.entries(repos).entries()) {
      expect(repo.git("show", "work:greet.js")).toBe(`// ${name}`);
      const commit = repo.git("rev-parse", "work");
      expect(told).toMatchObject({ events: { [name]: expect.arrayContaining([`committed ${commit}`]) } });
      expect(told.outcomes).toHaveProperty([index, "value", "orders", 0, "commit"], commit);
      repo.remove();
    }
    expect(
      filesBelow(join(project, "artifacts/factory")).filter((path) => path.endsWith("run_summary.json")),
    ).toHaveLength(2);
  });

  it("runs the example of docs/api.md verbatim, and its types fit it", async () => {
    const example = /```js\n([\s\S]*?)```/.exec(readFileSync(join(CHECKOUT, "docs/api.md"), "utf8"))?.[1] ?? "";
    const place = join(folder, "example");
    const repo = throwawayRepo();
    mkdirSync(place);
    symlinkSync(repo.path, join(place, "my-project"));
    const answers = [
      { key: "plan/attempt-1", response: { text: JSON.stringify({ work_orders: [workOrder()] }) } },
      { key: "WO-01/attempt-1", response: { text: answerOf({ "greet.js": "// Hello\n" }) } },
    ];
    writeFileSync(join(place, "answers.jsonl"), answers.map((answer) => JSON.stringify(answer)).join("\n"));
    writeFileSync(join(place, "spec.txt"), SPEC);
    for (const name of ["example.mjs", "example.mts"]) writeFileSync(join(place, name), example);
    const { stdout, stderr } = await run(process.execPath, ["example.mjs"], place);
    expect({ stdout, stderr }).toEqual({
      stdout: `committed greet.js\nWO-01 PASS ${repo.git("rev-parse", "work")}\n`,
      stderr: "",
    });

    writeFileSync(join(place, "wrong.mts"), WRONGLY_TYPED);
    const types = ["--types", "node", "--typeRoots", join(CHECKOUT, "node_modules/@types")];
    const strict = [
      "--noEmit",
      "--strict",
      "--exactOptionalPropertyTypes",
      "--module",
      "nodenext",
      "--target",
      "es2023",
    ];
    const tsc = [join(CHECKOUT, "node_modules/typescript/bin/tsc"), ...strict, ...types, "example.mts", "wrong.mts"];
    const checked = await run(process.execPath, tsc, place).catch(({ stdout }: { stdout: string }) => ({ stdout }));
    const faults = [...checked.stdout.matchAll(/^(\S+)\((\d+),\d+\): error (TS\d+)/gm)];
    expect(faults.map(([, file, line, code]) => `${file}:${line} ${code}`)).toEqual([
      "wrong.mts:2 TS2353",
      "wrong.mts:3 TS2367",
      "wrong.mts:4 TS2561",
      "wrong.mts:5 TS2531",
    ]);
    repo.remove();
  });
});

/** Asks each shell for the only completion of `gra`, `--format=js` and `E10`; must not run what was typed. */
const SHELLS = {
  bash: `source <(llmch completion bash)
type_in() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _llmch 2>/dev/null; }
type_in llmch gra; echo "$COMPREPLY"
type_in llmch graph --format = js; echo "--format=$COMPREPLY"
type_in llmch plan '$(touch ran)'; test ! -e ran
type_in llmch explain E104; echo "$COMPREPLY"
touch shopping; type_in llmch plan sh; test "\${COMPREPLY[*]}" = "show shopping" || echo "\${COMPREPLY[@]}"
type_in llmch run --approve plan,or; test "$COMPREPLY" = plan,orders || echo "$COMPREPLY"
type_in llmch run --executor cl; test "$COMPREPLY" = claude || echo "$COMPREPLY"`,
  zsh: `compdef() { :; }; compset() { :; }; _files() { :; }; _describe() { print -r -- "\${found[1]%%:*}"; }
source <(llmch completion zsh)
type_in() { words=("$@"); CURRENT=$#; _llmch; }
type_in llmch gra; print -n -- "--format="; type_in llmch graph --format=js; type_in llmch explain E104`,
  fish: `source (llmch completion fish | psub)
for line in gra 'graph --format=js' 'explain E104'
  complete -C "llmch $line" | string split -f1 \\t
end
true`,
};

const TWO_INSTANCES = `import { readFileSync, writeFileSync } from "node:fs";
import { createLlmch } from "llmch";
const standing = () => JSON.stringify([process.env, process.exitCode ?? null, process.cwd(), process.eventNames().map(String)]);
const before = standing();
const events = { one: [], other: [] };
const order = JSON.parse(readFileSync("order.json", "utf8"));
const instances = Object.keys(events).map((name) =>
  createLlmch({
    repo: name,
    settings: { factory: { model: \`replay:\${name}.jsonl\` } },
    onEvent: (event) => events[name].push([event.type, event.commit].join(" ").trim()),
  }),
);
const outcomes = await Promise.all(instances.map((llmch) => llmch.run(order, { branch: "work" })));
writeFileSync("told.json", JSON.stringify({ events, outcomes, isSameProcess: standing() === before }));
`;

/** What the types reject, one per line. */
const WRONGLY_TYPED = `import { createLlmch } from "llmch";
const llmch = createLlmch({ repository: "." });
createLlmch({ repo: ".", settings: { budget: { usd: 1 } }, onEvent: ({ type }) => type === "comitted" });
createLlmch({ settings: { factory: { modle: "gpt-5.2" } } });
(await llmch.runAll("wo")).value.branch;
`;
