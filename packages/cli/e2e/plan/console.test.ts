import { describe, expect, it } from "vitest";
import { createPlanScene } from "./plan-scene.ts";
import { invalidPlan, sampleOrder, samplePlan } from "./sample-plan.ts";

describe.concurrent("llmch plan writes", () => {
  it("with --json one document to stdout, and the rest to stderr", async () => {
    const scene = createPlanScene([invalidPlan(), samplePlan()]);
    const { stdout, stderr } = await scene.replay(["--json", "--outdir", "wo"]);
    expect(JSON.parse(stdout)).toEqual({
      schema_version: 1,
      command: "plan",
      ok: true,
      exit_code: 0,
      verdict: "PASS",
      run_id: scene.names("artifacts/planner")[0],
      paths: { artifacts: `${scene.root}/${scene.run()}`, orders: `${scene.root}/wo` },
      counts: { work_orders: 2, attempts: 2, errors: 0, warnings: 0 },
      duration_ms: expect.any(Number),
      errors: [],
      warnings: [],
      cached: false,
      spent: expect.any(Object),
      estimate: expect.objectContaining({ orders: 2, model: "gpt-5.2" }),
      work_orders: [
        { id: "WO-01", title: "Write part 1", files: ["src/part-1.js"], after: [] },
        { id: "WO-02", title: "Write part 2", files: ["src/part-2.js"], after: [] },
      ],
      system_overview: expect.any(Array),
      next: "llmch run-all wo",
    });
    expect(stderr).toMatch(
      /^estimate {2}likely \$\d.*, at most \$\d.* \(2 orders with gpt-5\.2 at prices of [\d-]+: likely by the sizes of files, at most with all 5 attempts\)$/m,
    );
    expect(stderr).not.toContain("AFTER");
    expect(stderr).toMatch(/^ {4}\[E103\] WO-01: /m);
  });

  it("what the user looks through before it is carried out, and the next command; show prints it again", async () => {
    const second = sampleOrder(2, { context_files: ["src/part-1.js"], fulfils: ["in two parts", "[1]"] });
    const scene = createPlanScene([samplePlan([sampleOrder(1), second])]);
    const { code, stderr } = await scene.replay(["--outdir", "my wo"]);
    expect(code).toBe(0);
    expect(scene.read(`${scene.run()}/compile/prompt_attempt_1.txt`)).toContain(
      "\n[1] Build a small program in two parts.\n",
    );
    const written: unknown = JSON.parse(scene.read("my wo/WO-02.json"));
    expect(written).toMatchObject({ fulfils: ["in two parts", "Build a small program in two parts."] });
    const summary = ["1 of 1 sentence of the spec covered"];
    const table = [
      "SENTENCE OF THE SPEC                 FULFILLED BY",
      "Build a small program in two parts.  WO-02",
      ...summary,
    ];
    const shown = (place: string, fulfilled = table) => [
      "ORDER  TITLE         FILES          AFTER",
      "WO-01  Write part 1  src/part-1.js  -",
      "WO-02  Write part 2  src/part-2.js  WO-01",
      "",
      ...fulfilled,
      "",
      "what it is, and what it assumes",
      "  - A small program.",
      "",
      "next:",
      `  llmch run-all ${place}`,
      "",
    ];
    expect(stderr.replace(/^estimate .*\n\n/m, "")).toContain(`\n${shown("'my wo'", summary).join("\n")}`);
    const found = await scene.llmch(["plan", "show", "my wo"]);
    expect(found).toMatchObject({ code: 0, stderr: "" });
    expect(found.stdout).toBe([...shown("'my wo'").slice(0, -1), `PASS  2 orders: ${scene.root}/my wo`, ""].join("\n"));
    const [run = ""] = scene.names("artifacts/planner");
    expect((await scene.llmch(["plan", "show"])).stdout).toBe(found.stdout);
    const { stdout } = await scene.llmch(["plan", "show", run.slice(0, 12).toLowerCase()]);
    expect(stdout).toContain(shown(`${scene.run()}/output`).slice(0, -1).join("\n"));
    const told = await scene.llmch(["plan", "show", "my wo", "--json"]);
    const coverage = [{ sentence: "Build a small program in two parts.", orders: ["WO-02"] }];
    expect(JSON.parse(told.stdout)).toMatchObject({ command: "plan show", coverage, next: "llmch run-all 'my wo'" });
    scene.write({ "longer.txt": "Build a small program in two parts. Say hello." });
    const checked = await scene.check(["my wo", "--spec", "longer.txt"]);
    expect(checked).toMatchObject({ code: 0, stdout: "PASS  2 orders, 0 errors, 1 warning\n" });
    expect(checked.stderr).toMatch(
      /^Say hello\. {2,}no order$[\s\S]*\[W222\] no order quotes "Say hello\." of the spec/m,
    );
    expect(JSON.parse((await scene.check(["my wo", "--spec", "spec.txt", "--json"])).stdout)).toMatchObject({
      coverage,
    });
    expect(await scene.check(["my wo", "--spec", "none.txt"])).toMatchObject({ code: 1 });
    expect((await scene.llmch(["plan", "show", "nothing"])).stderr).toMatch(/^error: there is no run nothing in /);
  });

  it.each([
    ["a plan that is still invalid", [invalidPlan()], 2, "FAIL", "E103"],
    ["an answer that is no JSON", ["no"], 4, "FAIL", "E000"],
    ["an answer that is missing", [], 3, "ERROR", "missing-exchange"],
  ])("with --json the result of %s", async (_, answers, exit, verdict, code) => {
    const scene = createPlanScene(answers);
    const { stdout } = await scene.replay(["--json", "--max-attempts", "1"]);
    const document = JSON.parse(stdout);
    expect(document).toMatchObject({ ok: false, exit_code: exit, verdict, paths: { artifacts: expect.any(String) } });
    expect(document.errors[0]).toMatchObject({ code, message: expect.any(String) });
    expect(document.paths).not.toHaveProperty("orders");
  });

  it("with --quiet only the verdict if all is well", async () => {
    const scene = createPlanScene([invalidPlan(), samplePlan()]);
    const { stdout, stderr } = await scene.replay(["--quiet"]);
    expect(stdout).toMatch(/^PASS {2}2 work orders in 2 attempts: [^\n]*\n$/);
    expect(stderr).toBe("");
  });

  it("with --quiet the verdict and the errors if it is not", async () => {
    const scene = createPlanScene([invalidPlan()]);
    const { stdout, stderr } = await scene.replay(["--quiet", "--max-attempts", "1"]);
    expect(stdout).toBe("FAIL  still invalid after 1 attempt: 2 errors\n");
    expect(stderr).toMatch(/^\[E103\] [^\n]*\n\[E104\] [^\n]*\n$/);
  });

  it("no control character of an answer to the terminal", async () => {
    const rude = "\u001b]0;owned\u0007\u001b[2Jx";
    const scene = createPlanScene([
      samplePlan([sampleOrder(1, { title: rude, acceptance_commands: [`${rude} | b`] })]),
      samplePlan([sampleOrder(1, { title: rude })]),
    ]);
    const { code, stdout, stderr } = await scene.replay([]);
    expect(code).toBe(0);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
    expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  });

  it("with --strict --quiet the warnings that keep a plan from being written", async () => {
    const warned = sampleOrder(1, { acceptance_commands: ["node -e process.exit()"] });
    const scene = createPlanScene([samplePlan([warned])]);
    const { code, stdout, stderr } = await scene.replay(["--strict", "--quiet", "--max-attempts", "1"]);
    expect([code, stdout]).toEqual([2, "FAIL  still invalid after 1 attempt: 2 errors\n"]);
    expect(stderr).toMatch(/^\[W204\] WO-01: .*\n\[W\d+\] .*\n$/);
  });
});
