import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fakeGh } from "../fake-gh.ts";
import { filesBelow, sha256 } from "../scene.ts";
import { createPlanScene } from "./plan-scene.ts";
import { invalidPlan, samplePlan } from "./sample-plan.ts";

const ISSUE = {
  title: "Build a small program",
  body: "In two parts.\r\n\r\n$(touch ran) --label `x`",
  url: "https://github.com/ada/shop/issues/12",
  number: 12,
};
const SPEC = "# Build a small program\n\nIn two parts.\n\n$(touch ran) --label `x`\n";

const scenes = (answers: readonly object[], answer = {}) => {
  const scene = createPlanScene(answers);
  const gh = fakeGh(scene.root, { "issue view": { stdout: JSON.stringify(ISSUE), ...answer } });
  const plan = (...flags: string[]) => scene.llmch(["plan", "--replay", "exchanges.jsonl", ...flags], { env: gh.env });
  return { scene, gh, plan };
};

describe.concurrent("a plan from an issue", () => {
  it("takes its text through gh as the spec, and keeps where it came from", async () => {
    const { scene, gh, plan } = scenes([samplePlan()]);
    const { code, stderr } = await plan("--issue", "12");
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(gh.calls()).toEqual([
      { argv: ["issue", "view", "12", "--json", "title,body,url,number"], stdin: "", body: "", token: gh.env.GH_TOKEN },
    ]);
    const run = scene.run();
    expect(scene.read(`${run}/spec.txt`)).toBe(SPEC);
    const source = { url: ISSUE.url, number: 12, sha256: sha256(SPEC) };
    expect(scene.json(`${run}/run.json`)).toMatchObject({ source, inputs: { spec_sha256: sha256(SPEC) } });
    expect((await scene.llmch(["runs"])).stdout).toMatch(/ plan {2}issue 12: Build a small program {2}/);
    for (const file of filesBelow(join(scene.root, "artifacts")))
      expect(scene.read(`artifacts/${file}`)).not.toContain(gh.env.GH_TOKEN);
  });

  it("is resumed without asking gh again, and keeps its source", async () => {
    const { scene, gh, plan } = scenes([invalidPlan()]);
    expect((await plan("--issue", ISSUE.url)).code).toBe(3);
    gh.say({});
    scene.write({
      "exchanges.jsonl": `${JSON.stringify({ key: "plan/attempt-2", response: { text: JSON.stringify(samplePlan()) } })}\n`,
    });
    expect((await scene.llmch(["resume"], { env: gh.env })).code).toBe(0);
    expect(gh.calls()).toHaveLength(1);
    expect(scene.json(`${scene.run()}/run.json`)).toMatchObject({ success: true, source: { number: 12 } });
  });

  it.each([
    [
      { code: 1, stdout: "", stderr: "no git remotes found\n" },
      /error: gh issue failed: no git remotes found: `gh auth/,
    ],
    [{ stdout: "<html>" }, /error: gh does not tell of the issue 12/],
  ])("says what gh said: %j", async (answer, message) => {
    const { scene, plan } = scenes([samplePlan()], answer);
    const { code, stderr } = await plan("--issue", "12");
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
    expect(scene.names("artifacts/planner")).toEqual([]);
  });

  it("says how to get gh if there is none", async () => {
    const { scene } = scenes([samplePlan()]);
    const bare = join(scene.root, "bare");
    const { code, stderr } = await scene.llmch(["plan", "--issue", "12"], { env: { PATH: bare } });
    expect(code).toBe(1);
    expect(stderr).toMatch(/error: gh is not on the PATH: install it from .*gh auth login/);
  });

  it.each([
    [["--issue", "--web"], /--issue/],
    [["--issue", "twelve"], /--issue twelve is no issue: give its number, or its address/],
    [["spec.txt", "--issue", "12"], /a spec and --issue exclude each other/],
    [["--spec", "spec.txt", "--issue", "12"], /a spec and --issue exclude each other/],
  ])("refuses %j before gh is asked", async (flags, message) => {
    const { gh, plan } = scenes([samplePlan()]);
    const { code, stderr } = await plan(...flags);
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
    expect(gh.calls()).toEqual([]);
  });
});
