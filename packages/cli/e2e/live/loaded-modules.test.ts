import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

/** Settings of a process that writes down which modules it loads, and the packages that were bundled into these. */
const watching = (name: string) => {
  const log = join(folder, name);
  return {
    env: { NODE_OPTIONS: `--import ${pathToFileURL(preload).href}`, LOADED_MODULES: log },
    packages: (): readonly string[] => {
      const files = existsSync(log)
        ? readFileSync(log, "utf8")
            .split("\n")
            .filter((url) => url.startsWith("file:"))
        : [];
      const texts = files.map((url) => readFileSync(fileURLToPath(url), "utf8"));
      const names = texts.flatMap((text) => [
        ...text.matchAll(/^\/\/ \S*\/node_modules\/((?:@[^/\s]+\/)?[^/\s@.][^/\s]*)\//gm),
      ]);
      return [...new Set(names.map(([, name = ""]) => name))].sort();
    },
  };
};

const INPUT = "Build it.\n";

it("nothing but a live question loads the provider's SDK, and nothing loads zod", async () => {
  const server = await startModelServer({ responses: [serves.answers(JSON.stringify(samplePlan()))] });
  const key = { OPENAI_API_KEY: "sk-canary-0123456789", OPENAI_BASE_URL: server.url };
  const packagesOf = async (name: string, argv: readonly string[], env = {}) => {
    const watched = watching(name);
    expect((await llmch(argv, { cwd: folder, input: INPUT, env: { ...watched.env, ...env } })).code).toBe(0);
    return watched.packages();
  };
  const live = await packagesOf("live", ["plan", "--spec", "-", "--outdir", "wo"], key);
  await server.close();
  expect(live).toContain("openai");

  const [run = ""] = readdirSync(join(folder, "artifacts/planner"));
  const record = join(folder, "artifacts/planner", run, "exchanges.jsonl");
  const replay = await packagesOf("replay", ["plan", "--spec", "-", "--replay", record]);
  const check = await packagesOf("check", ["check", "wo"]);
  expect(replay).toContain("commander");
  for (const loaded of [live, replay, check]) expect(loaded).not.toContain("zod");
  for (const loaded of [replay, check]) expect(loaded).not.toContain("openai");
});

it("--version loads nothing that was bundled", async () => {
  const { env, packages } = watching("version");
  const { code, stdout } = await llmch(["--version"], { cwd: folder, env });
  expect({ code, stdout }).toEqual({ code: 0, stdout: "0.1.0\n" });
  expect(packages()).toEqual([]);
});
