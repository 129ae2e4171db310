import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { serves, startModelServer } from "@llmch/testkit";
import { afterAll, expect, it } from "vitest";
import { llmch } from "../command-line.ts";
import { samplePlan } from "../plan/sample-plan.ts";

const folder = mkdtempSync(join(tmpdir(), "llmch-modules-"));
const preload = join(folder, "preload.mjs");
writeFileSync(preload, 'import { register } from "node:module";\nregister("./hooks.mjs", import.meta.url);\n');
writeFileSync(
  join(folder, "hooks.mjs"),
  `import { appendFileSync } from "node:fs";
export const load = (url, context, next) => {
  appendFileSync(process.env.LOADED_MODULES, url + "\\n");
  return next(url, context);
};
`,
);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Settings of a process that writes down which modules it loads: the packages that were bundled into these, and Node's own. */
const watching = (name: string) => {
  const log = join(folder, name);
  const urls = () => readFileSync(log, "utf8").split("\n");
  return {
    env: { NODE_OPTIONS: `--import ${pathToFileURL(preload).href}`, LOADED_MODULES: log },
    loaded: (): readonly string[] => {
      const texts = urls()
        .filter((url) => url.startsWith("file:"))
        .map((url) => readFileSync(fileURLToPath(url), "utf8"));
      const packages = texts.flatMap((text) => [...text.matchAll(PACKAGE)].map(([, name = ""]) => name));
      return [...new Set([...packages, ...urls().filter((url) => url.startsWith("node:"))])].sort();
    },
  };
};

/** The comment that the bundler leaves above each module of a package. */
const PACKAGE = /^\/\/ \S*\/node_modules\/((?:@[^/\s]+\/)?[^/\s@.][^/\s]*)\//gm;

const INPUT = "Build it.\n";

it("nothing but a live question loads the provider's SDK or a socket, and nothing loads zod", async () => {
  const plan = [serves.answers(JSON.stringify(samplePlan()))];
  const server = await startModelServer({ responses: plan, messages: plan });
  const key = { OPENAI_API_KEY: "sk-canary-0123456789", OPENAI_BASE_URL: server.url };
  const otherKey = { ANTHROPIC_API_KEY: "sk-canary-0123456789", ANTHROPIC_BASE_URL: server.root };
  const loadedBy = async (name: string, argv: readonly string[], env = {}) => {
    const watched = watching(name);
    expect((await llmch(argv, { cwd: folder, input: INPUT, env: { ...watched.env, ...env } })).code).toBe(0);
    return watched.loaded();
  };
  const live = await loadedBy("live", ["plan", "--spec", "-", "--outdir", "wo"], key);
  const claude = ["--model", "anthropic:claude-opus-5-5", "--artifacts-dir", "other-artifacts"];
  const other = await loadedBy("other", ["plan", "--spec", "-", "--outdir", "wo-other", ...claude], otherKey);
  await server.close();
  expect(live).toEqual(expect.arrayContaining(["openai", "node:http"]));
  expect(live).not.toContain("@anthropic-ai/sdk");
  expect(other).toEqual(expect.arrayContaining(["@anthropic-ai/sdk", "node:http"]));
  expect(other).not.toContain("openai");

  const [run = ""] = readdirSync(join(folder, "artifacts/planner"));
  const record = join(folder, "artifacts/planner", run, "exchanges.jsonl");
  const replay = await loadedBy("replay", ["plan", "--spec", "-", "--replay", record]);
  const check = await loadedBy("check", ["check", "wo"]);
  expect(replay).toContain("commander");
  for (const loaded of [live, other, replay, check]) expect(loaded).not.toContain("zod");
  for (const absent of ["openai", "@anthropic-ai/sdk", "node:http", "node:https", "node:net", "node:tls"]) {
    for (const loaded of [replay, check]) expect(loaded).not.toContain(absent);
  }
  // Nobody watches, so that nothing draws; and no settings file is there to be parsed.
  for (const absent of ["log-update", "cli-truncate", "string-width", "jsonc-parser"]) {
    for (const loaded of [live, replay, check]) expect(loaded).not.toContain(absent);
  }
});

it("--version loads nothing that was bundled", async () => {
  const { env, loaded } = watching("version");
  const { code, stdout } = await llmch(["--version"], { cwd: folder, env });
  expect({ code, stdout }).toEqual({ code: 0, stdout: "0.1.0\n" });
  expect(loaded()).toEqual(["node:fs"]);
});
