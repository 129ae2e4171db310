import { describe, expect, it } from "vitest";
import { createPlanScene, type PlanScene } from "./plan-scene.ts";
import { samplePlan } from "./sample-plan.ts";

/** A key, so that only the row's own subject can be the reason; no server listens at the address. */
const KEY = { OPENAI_API_KEY: "sk-canary-0123456789", OPENAI_BASE_URL: "http://127.0.0.1:9/v1" };
const REPLAY = ["--replay", "exchanges.jsonl"];

interface Row {
  readonly title: string;
  readonly files?: Parameters<PlanScene["write"]>[0];
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: Uint8Array;
  readonly code?: number;
  readonly line: RegExp;
}

const ROWS: readonly Row[] = [
  { title: "no spec named", argv: [], line: /no spec is given: name its file after plan, or `-` for standard input/ },
  { title: "a spec that is not there", argv: ["--spec", "no.txt"], line: /no\.txt cannot be read \(there is no such/ },
  { title: "a spec that is a folder", argv: ["--spec", "."], line: /is a folder, and no plan that llmch knows/ },
  {
    title: "a spec that is not UTF-8",
    files: { "latin.txt": new Uint8Array([0x63, 0x61, 0x66, 0xe9]) },
    argv: ["--spec", "latin.txt"],
    line: /latin\.txt cannot be read \(it is not UTF-8 text\)/,
  },
  {
    title: "standard input that is not UTF-8",
    argv: ["--spec", "-"],
    input: new Uint8Array([0xff]),
    line: /standard input is not UTF-8/,
  },
  {
    title: "a template that is not there",
    argv: ["--spec", "spec.txt", "--template", "no.md"],
    line: /no\.md cannot be read/,
  },
  {
    title: "a template that is not UTF-8",
    files: { "latin.md": new Uint8Array([0xe9]) },
    argv: ["--spec", "spec.txt", "--template", "latin.md"],
    line: /latin\.md cannot be read \(it is not UTF-8/,
  },
  {
    title: "a template without the placeholder",
    files: { "bare.md": "Plan this: {{ PRODUCT_SPEC }} {{DOCTRINE}}" },
    argv: ["--spec", "spec.txt", "--template", "bare.md"],
    line: /bare\.md has no \{\{PRODUCT_SPEC\}\}: put \{\{PRODUCT_SPEC\}\}/,
  },
  {
    title: "an outdir with an order in it",
    files: { "wo/WO-07.json": "{}" },
    argv: ["--spec", "spec.txt", "--outdir", "wo"],
    line: /wo already holds a plan \(WO-07\.json\): .*--overwrite/,
  },
  {
    title: "an outdir with a manifest in it",
    files: { "wo/WORK_ORDERS_MANIFEST.json": "{}" },
    argv: ["--spec", "spec.txt", "--outdir", "wo"],
    line: /wo already holds a plan \(WORK_ORDERS_MANIFEST\.json\)/,
  },
  {
    title: "an outdir that is a file",
    files: { wo: "" },
    argv: ["--spec", "spec.txt", "--outdir", "wo", "--overwrite"],
    line: /wo cannot be written \(it is not a directory\)/,
  },
  {
    title: "an artifacts root that is a file",
    files: { kept: "" },
    argv: ["--spec", "spec.txt", "--artifacts-dir", "kept"],
    line: /kept cannot be written \(it is not a directory\)/,
  },
  { title: "a repo that is not there", argv: ["--spec", "spec.txt", "--repo", "no"], line: /no cannot be listed/ },
  {
    title: "no attempts",
    argv: ["--spec", "spec.txt", "--max-attempts", "0"],
    line: /'--max-attempts <n>' argument '0' is invalid\. give a whole number from 1/,
  },
  {
    title: "an address that is none",
    argv: ["--spec", "spec.txt"],
    env: { ...KEY, OPENAI_BASE_URL: "models" },
    line: /OPENAI_BASE_URL is not an http or https address/,
  },
  {
    title: "a record that is not there",
    argv: ["--spec", "spec.txt", "--replay", "no.jsonl"],
    line: /no\.jsonl cannot/,
  },
  {
    title: "a record with a bad line",
    files: { "bad.jsonl": '\n{"key": "plan/attempt-1", "response": {"text": "{}"}}\n{"key": 1}\n' },
    argv: ["--spec", "spec.txt", "--replay", "bad.jsonl"],
    line: /bad\.jsonl, line 3: .*: fix the line/,
  },
  { title: "no key", argv: ["--spec", "spec.txt"], env: {}, code: 3, line: /OPENAI_API_KEY is not set: .*--replay/ },
  {
    title: "a key of white space",
    argv: ["--spec", "spec.txt"],
    env: { OPENAI_API_KEY: " " },
    code: 3,
    line: /is not set/,
  },
];

describe("llmch plan refuses in one line, and creates nothing, on", () => {
  it.concurrent.each(ROWS)("$title", async ({ files = {}, argv, env = KEY, input, code = 1, line }) => {
    const scene = createPlanScene([samplePlan()]);
    scene.write(files);
    const before = scene.names(".");
    const finished = await scene.llmch(["plan", ...argv], { env, ...(input && { input }) });
    expect({ code: finished.code, stdout: finished.stdout }).toEqual({ code, stdout: "" });
    expect(finished.stderr).toMatch(/^error: [^\n]+: [^\n]+\n$/);
    expect(finished.stderr).toMatch(line);
    expect(scene.names(".")).toEqual(before);
    for (const [path, content] of Object.entries(files))
      if (typeof content === "string") expect(scene.read(path)).toBe(content);
  });

  it("a refusal with --json, as a document like any other", async () => {
    const scene = createPlanScene();
    const { code, stdout } = await scene.llmch(["plan", "--spec", "spec.txt", "--json"]);
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toEqual({
      schema_version: 1,
      command: "plan",
      ok: false,
      exit_code: 3,
      verdict: "REFUSED",
      run_id: null,
      paths: {},
      counts: {},
      duration_ms: expect.any(Number),
      errors: [{ code: "no-key", message: expect.any(String), hint: expect.any(String) }],
      warnings: [],
    });
  });
});

describe("llmch plan takes", () => {
  it("a spec from standard input, and says so in its record", async () => {
    const scene = createPlanScene([samplePlan()]);
    const { code } = await scene.llmch(["plan", "--spec", "-", ...REPLAY], { input: "Build it – soon.\n" });
    expect(code).toBe(0);
    expect(scene.json(`${scene.run()}/run.json`).inputs).toMatchObject({ spec_path: "-" });
    expect(scene.read(`${scene.run()}/compile/prompt_attempt_1.txt`)).toContain("Build it – soon.\n");
  });

  it("a template of the user's own, its placeholders filled once", async () => {
    const scene = createPlanScene([samplePlan()]);
    const spec = "{{DOCTRINE}} $& {{PRODUCT_SPEC}}";
    scene.write({ "mine.md": "A\n{{PRODUCT_SPEC}}\nB\n", "spec.txt": spec });
    expect((await scene.replay(["--template", "mine.md"])).code).toBe(0);
    const prompt = scene.read(`${scene.run()}/compile/prompt_attempt_1.txt`);
    expect(prompt).toMatch(/^A\n--- begin specification ([0-9a-f]{16})\n.*\n--- end \1\nB\n$/);
    expect(prompt).toContain(`\n[1] ${spec}\n`);
  });
});
