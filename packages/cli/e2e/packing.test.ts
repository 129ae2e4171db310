import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
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

/** All that the package depends on. */
const PARSERS = ["@astral-sh/ruff-wasm-nodejs", "@vscode/tree-sitter-wasm", "acorn", "unbash"];

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

/** Packs packages' folders; the paths of the files. What a package prints as it is made stands before them. */
const pack = async (...directories: readonly string[]) => {
  const { stdout } = await run("npm", ["pack", ...directories, "--silent", "--pack-destination", folder]);
  const names = stdout.trim().split("\n").slice(-directories.length);
  return names.map((name) => join(folder, name));
};

/** A copy of an installed package that can be packed again: what its makers run before that is not in it. */
const packable = (name: string): string => {
  const copy = join(folder, "parsers", name);
  cpSync(join(CLI, "node_modules", name), copy, { recursive: true, dereference: true });
  const { scripts: _, ...rest } = readJsonFile(copy, "package.json");
  writeFileSync(join(copy, "package.json"), JSON.stringify(rest));
  return copy;
};

/** What takes node-llama-cpp's place: a module with the few names of it that llmch uses, whose model says a plan. */
const installStandIn = (modules: string) => {
  const directory = join(modules, "node-llama-cpp");
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "package.json"), JSON.stringify({ type: "module", exports: { node: "./index.js" } }));
  writeFileSync(
    join(directory, "index.js"),
    `const responseText = ${JSON.stringify(JSON.stringify(samplePlan()))};
// A timer, as a model that is loaded keeps its process alive.
const timer = setInterval(() => {}, 1000);
const sequence = { contextSize: 1e5, tokenMeter: { usedInputTokens: 1, usedOutputTokens: 1 } };
const createContext = async () => ({ getSequence: () => sequence, dispose: async () => {} });
export const getLlama = async () => ({
  loadModel: async () => ({ trainContextSize: 1e5, tokenize: (text) => [...text], createContext }),
  createGrammarForJsonSchema: async () => ({}),
  dispose: async () => clearInterval(timer),
});
export class LlamaChatSession {
  promptWithMeta = async () => ({ responseText, stopReason: "eogToken" });
}
`,
  );
};

beforeAll(async () => {
  mkdirSync(project);
  // The dependencies are packed from where they are installed, so that the test needs no registry.
  const files = (await Promise.all([pack(...PARSERS.map(packable)), pack(CLI)])).flat();
  await run("npm", ["install", "--global", "--offline", "--prefix", join(folder, "prefix"), ...files]);
});

describe("the packed package", () => {
  it("holds the built CLI, the prompts, the schemas, the specs, a README and a licence, and nothing else", () => {
    const files = filesBelow(installed);
    const expected = [
      /^bin\/(llmch|chunks)\.js$/,
      /^bin\/package\.json$/,
      /^dist\/main\.cjs$/,
      /^dist\/chunks\/.*\.cjs$/,
      /^dist\/compiled\/[^/]+\/.*\.cjs\.code$/,
      /^templates\/(PLANNER_PROMPT|FACTORY_PROMPT|DOCTRINE)\.md$/,
    ];
    const others = [
      /^templates\/schemas\/[a-z-]+\.schema\.json$/,
      /^templates\/specs\/[a-z]+\.txt$/,
      /^(README\.md|LICENSE|package\.json)$/,
    ];
    for (const pattern of [...expected, ...others]) expect(files.filter((path) => pattern.test(path))).not.toEqual([]);
    expect(files.filter((path) => ![...expected, ...others].some((pattern) => pattern.test(path)))).toEqual([]);
    expect(filesBelow(join(CHECKOUT, "templates"))).toEqual(filesBelow(join(installed, "templates")));
  });

  it("needs no package of the workspace, and names no path of the machine that built it", () => {
    const { dependencies, peerDependencies, peerDependenciesMeta, bin } = readJsonFile(installed, "package.json");
    expect({ dependencies, peerDependencies, peerDependenciesMeta, bin }).toEqual({
      peerDependencies: { "node-llama-cpp": "^3.18.0" },
      peerDependenciesMeta: { "node-llama-cpp": { optional: true } },
      dependencies: Object.fromEntries(PARSERS.map((name) => [name, expect.stringMatching(/^\d/)])),
      bin: { llmch: "bin/llmch.js" },
    });
    for (const path of filesBelow(installed))
      expect(readFileSync(join(installed, path), "utf8")).not.toContain(CHECKOUT);
  });

  it("is installed as a command that tells its version", async () => {
    expect((await llmch("--version")).stdout).toBe(`${readJsonFile(CLI, "package.json").version}\n`);
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

  it("plans with the prompt that it brought along, and maps a repo by the grammars that came with it", async () => {
    writeFileSync(join(project, "spec.txt"), SPEC);
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
    const doctrine = readFileSync(join(CHECKOUT, "templates/DOCTRINE.md"), "utf8");
    expect(prompt).toContain(SPEC);
    expect(prompt).toContain(doctrine.trim());
    expect(prompt).toContain(map);
    expect(map).toContain("tool.go\n  func Run()\ntool.py\n  def run(limit: int)\n");
    expect(existsSync(join(project, "wo/WORK_ORDERS_MANIFEST.json"))).toBe(true);
  });

  it("finds node-llama-cpp beside itself, never in the folder that it is run in", async () => {
    const plan = ["plan", "--spec", "spec.txt", "--model", "local:tiny.gguf", "--outdir", "wo-local"];
    writeFileSync(join(project, "spec.txt"), SPEC);
    writeFileSync(join(project, "tiny.gguf"), "GGUF");
    installStandIn(join(project, "node_modules"));
    await expect(llmch(...plan)).rejects.toMatchObject({
      stderr: expect.stringContaining("npm install node-llama-cpp"),
    });
    installStandIn(dirname(installed));
    await llmch(...plan);
    expect(existsSync(join(project, "wo-local/WORK_ORDERS_MANIFEST.json"))).toBe(true);
  });
});
