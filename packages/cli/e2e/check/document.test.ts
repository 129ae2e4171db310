import { describe, expect, it } from "vitest";
import { createPlanScene } from "../plan/plan-scene.ts";
import { sampleOrder, samplePlan } from "../plan/sample-plan.ts";

const scene = createPlanScene();
const contract = { command: "node --test", requires: [{ kind: "file_exists", path: "src/part-2.js" }] };

/** The document of a check with `--json`, which must be all of stdout. */
const documentOf = async (argv: readonly string[]) => JSON.parse((await scene.check([...argv, "--json"])).stdout);

const common = {
  schema_version: 1,
  command: "check",
  run_id: null,
  paths: {},
  duration_ms: expect.any(Number),
};

describe("the document of llmch check --json", () => {
  it("describes a valid plan", async () => {
    scene.write({ "good.json": samplePlan(undefined, contract) });
    expect(await documentOf(["good.json"])).toEqual({
      ...common,
      ok: true,
      exit_code: 0,
      verdict: "PASS",
      counts: { orders: 2, errors: 0, warnings: 0 },
      errors: [],
      warnings: [],
      verify_exempt: { "WO-01": true, "WO-02": false },
    });
  });

  it("lists errors and warnings, and then no exemption", async () => {
    const commands = ["a | b", 'python3 -c "import nowhere"'];
    scene.write({ "bad.json": samplePlan([sampleOrder(1, { acceptance_commands: commands })], contract) });
    expect(await documentOf(["bad.json"])).toEqual({
      ...common,
      ok: false,
      exit_code: 2,
      verdict: "FAIL",
      counts: { orders: 1, errors: 2, warnings: 1 },
      errors: [
        {
          ...{ code: "E003", wo_id: "WO-01", field: "acceptance_commands", message: expect.stringContaining("`|`") },
          pointer: "/work_orders/0/acceptance_commands/0",
        },
        {
          ...{ code: "E106", wo_id: null, field: "verify_contract", message: expect.stringContaining("src/part-2.js") },
          pointer: "/verify_contract/requires/0/path",
        },
      ],
      warnings: [
        {
          ...{
            code: "W101",
            wo_id: "WO-01",
            field: "acceptance_commands",
            message: expect.stringContaining("nowhere"),
          },
          pointer: "/work_orders/0/acceptance_commands/1",
        },
      ],
      verify_exempt: {},
    });
  });

  it("describes a target that is not JSON", async () => {
    scene.write({ "broken.json": "no" });
    expect(await documentOf(["broken.json"])).toEqual({
      ...common,
      ok: false,
      exit_code: 4,
      verdict: "FAIL",
      counts: { orders: 0, errors: 1, warnings: 0 },
      errors: [{ code: "E000", wo_id: null, field: null, message: expect.any(String), pointer: "" }],
      warnings: [],
      verify_exempt: {},
    });
  });

  it.each([
    ["a refusal", ["nowhere.json"], "unreadable-input"],
    ["a usage error", ["a", "b"], "usage"],
  ])("describes %s", async (_, argv, code) => {
    expect(await documentOf(argv)).toMatchObject({
      ...common,
      ok: false,
      exit_code: 1,
      verdict: "REFUSED",
      counts: {},
      errors: [{ code, message: expect.any(String), hint: expect.any(String) }],
      warnings: [],
    });
  });
});

describe("llmch check writes", () => {
  it("with --quiet only the verdict and the errors", async () => {
    scene.write({
      "both.json": samplePlan([sampleOrder(1, { acceptance_commands: ["a | b", 'python3 -c "import nowhere"'] })]),
    });
    const { stdout, stderr } = await scene.check(["both.json", "--quiet"]);
    expect(stdout).toBe("FAIL  1 error, 1 warning\n");
    expect(stderr).toMatch(/^\[E003\] [^\n]*\n$/);
  });

  it("colours if they are forced, and none with --no-color or NO_COLOR", async () => {
    const env = { FORCE_COLOR: "1" };
    const [forced, flag, variable] = await Promise.all([
      scene.check(["both.json"], { env }),
      scene.check(["both.json", "--no-color"], { env }),
      scene.check(["both.json"], { env: { ...env, NO_COLOR: "1" } }),
    ]);
    expect(forced?.stderr).toContain("\u001b[31m[E003]");
    for (const plain of [flag, variable]) expect(`${plain?.stdout}${plain?.stderr}`).not.toContain("\u001b");
  });

  it("no control character of a plan to the terminal", async () => {
    scene.write({ "rude.json": samplePlan([sampleOrder(1, { id: "WO-\u001b[2J\u0007\n01" })]) });
    const { code, stderr } = await scene.check(["rude.json"]);
    expect(code).toBe(2);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
    expect(stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
    expect(stderr.match(/^\[E001\]/gm)).toHaveLength(1);
  });
});
