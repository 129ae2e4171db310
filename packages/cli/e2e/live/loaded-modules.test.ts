import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runLlmch, serves, startModelServer } from "@llmch/testkit";
import { afterAll, expect, it } from "vitest";
import { BINARY } from "../command-line.ts";
import { samplePlan } from "../plan/sample-plan.ts";

const folder = mkdtempSync(join(tmpdir(), "llmch-modules-"));
const preload = join(folder, "preload.cjs");
writeFileSync(
  preload,
  `const { appendFileSync, readFileSync } = require("node:fs");
const Module = require("node:module");
const tell = (line) => appendFileSync(process.env.LOADED_MODULES, line + "\\n");
const load = Module._load;
Module._load = (id, parent, ...rest) => {
  if (Module.isBuiltin(id)) tell(id.startsWith("node:") ? id : "node:" + id);
  else if (id.endsWith(".cjs") && Module._resolveFilename(id, parent).includes("/dist/chunks/")) {
    const text = readFileSync(Module._resolveFilename(id, parent), "utf8");
    tell(text.split("\\n", 1)[0]);
    if (text.includes("available_commands_update")) tell("acp");
  }
  return load(id, parent, ...rest);
};
`,
);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Settings of a process that records which modules it loads: the packages bundled into its chunks, and Node's own. */
const watching = (name: string) => {
  const log = join(folder, name);
  return {
    env: { NODE_OPTIONS: `--require ${preload}`, LOADED_MODULES: log },
    loaded: (): readonly string[] => {
      // A chunk begins with a comment that lists its packages.
      const names = readFileSync(log, "utf8")
        .split("\n")
        .flatMap((line) => line.replace(/^\/\/ ?/, "").split(" "));
      return [...new Set(names)].filter((name) => name !== "").sort();
    },
  };
};

const INPUT = "Build it.\n";

it("nothing but a live question loads the provider's SDK or a socket, and nothing loads zod", async () => {
  const plan = [serves.answers(JSON.stringify(samplePlan()))];
  const server = await startModelServer({ responses: plan, messages: plan });
  const key = { OPENAI_API_KEY: "sk-canary-0123456789", OPENAI_BASE_URL: server.url };
  const otherKey = { ANTHROPIC_API_KEY: "sk-canary-0123456789", ANTHROPIC_BASE_URL: server.root };
  const loadedBy = async (name: string, argv: readonly string[], env = {}) => {
    const watched = watching(name);
    expect((await runLlmch(BINARY, argv, { cwd: folder, input: INPUT, env: { ...watched.env, ...env } })).code).toBe(0);
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
  expect(await loadedBy("acp", ["acp"])).toContain("acp");
  for (const loaded of [live, other, replay, check]) expect(loaded).not.toContain("acp");
  expect(replay).toContain("commander");
  for (const loaded of [live, other, replay, check]) expect(loaded).not.toContain("zod");
  for (const absent of ["openai", "@anthropic-ai/sdk", "node:http", "node:https", "node:net", "node:tls"]) {
    for (const loaded of [replay, check]) expect(loaded).not.toContain(absent);
  }
  // Nobody watches, so nothing draws; and there is no settings file to parse.
  for (const absent of ["log-update", "cli-truncate", "string-width", "jsonc-parser"]) {
    for (const loaded of [live, replay, check]) expect(loaded).not.toContain(absent);
  }
});

it("--version loads nothing that was bundled", async () => {
  const { env, loaded } = watching("version");
  const { code, stdout } = await runLlmch(BINARY, ["--version"], { cwd: folder, env });
  expect({ code, stdout }).toEqual({ code: 0, stdout: "0.1.0\n" });
  expect(loaded()).toEqual(["node:fs", "node:path"]);
});
