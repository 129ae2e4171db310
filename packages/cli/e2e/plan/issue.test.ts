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

const partsOf = (what: string) => `api repos/ada/shop/issues/12/${what}?per_page=100`;
const SUBS = partsOf("sub_issues");
const BLOCKERS = partsOf("dependencies/blocked_by");
/** As GitHub Enterprise of before says. */
const UNKNOWN = { code: 1, stdout: '{"message":"Not Found"}', stderr: "gh: Not Found (HTTP 404)\n" };
const part = (number: number, title: string, body: string | null, state = "open", repo = "ada/shop") => ({
  ...{ number, title, body, state, html_url: `https://github.com/${repo}/issues/${number}` },
});

const scenes = (answers: readonly object[], answer = {}, more: Parameters<typeof fakeGh>[1] = {}) => {
  const scene = createPlanScene(answers);
  const view = { stdout: JSON.stringify(ISSUE), ...answer };
  const gh = fakeGh(scene.root, { "issue view": view, [SUBS]: UNKNOWN, [BLOCKERS]: UNKNOWN, ...more });
  const plan = (...flags: string[]) => scene.llmch(["plan", "--replay", "exchanges.jsonl", ...flags], { env: gh.env });
  return { scene, gh, plan };
};

describe.concurrent("a plan from an issue", () => {
  it("takes its text through gh as the spec, and keeps where it came from", async () => {
    const { scene, gh, plan } = scenes([samplePlan()]);
    const { code, stderr } = await plan("--issue", "12");
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const plain = { stdin: "", body: "", token: gh.env.GH_TOKEN };
    const asked = [SUBS, BLOCKERS].map((path) => [...path.split(" "), "--hostname", "github.com"]);
    expect(gh.calls()).toEqual([
      { argv: ["issue", "view", "12", "--json", "title,body,url,number"], ...plain },
      ...asked.map((argv) => ({ argv, ...plain })),
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
    expect(gh.calls()).toHaveLength(3);
    expect(scene.json(`${scene.run()}/run.json`)).toMatchObject({ success: true, source: { number: 12 } });
  });

  it("takes open sub-issues as sections, tells closed ones as done, and what blocks it as context", async () => {
    const body = "# Out of scope\n\nNo printer.\n\n```\n# no heading";
    const { scene, plan } = scenes(
      [samplePlan()],
      { stdout: JSON.stringify({ ...ISSUE, body }) },
      {
        [SUBS]: {
          stdout: JSON.stringify([
            part(13, "Read  a\nfile", "## How\r\n\r\nIt must read a file."),
            part(14, "Write a file", "It must write.", "closed"),
            part(5, "Print it", null, "open", "ada/till"),
          ]),
        },
        [BLOCKERS]: {
          stdout: JSON.stringify([part(9, "A\u001b[1m licence", "Buy one."), part(8, "Done", "", "closed")]),
        },
      },
    );
    const { code, stderr } = await plan("--issue", "12");
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stderr).toMatch(/^the issue is blocked by #9 A.*licence \(https:\/\/github\.com\/ada\/shop\/issues\/9\)$/m);
    const run = scene.run();
    const spec = scene.read(`${run}/spec.txt`);
    expect(spec).toBe(`# Build a small program

## Out of scope

No printer.

\`\`\`
# no heading
\`\`\`

## #13 Read a file

### How

It must read a file.

## ada/till#5 Print it

Print it.

## Sub-issues that are done

- [x] #14 Write a file

## Context: blocked by

- #9 A\u001b[1m licence
`);
    expect(scene.json(`${run}/run.json`)).toMatchObject({ source: { number: 12, sha256: sha256(spec) } });
    expect(scene.read(`${run}/compile/prompt_attempt_1.txt`).match(/^\[\d\] .*$/gm)).toEqual([
      "[1] It must read a file.",
      "[2] Print it.",
    ]);
  });

  it("says how many sub-issues are too many", async () => {
    const many = Array.from({ length: 52 }, (_, index) => part(20 + index, `Part ${index}`, "It is there."));
    const { scene, plan } = scenes([samplePlan()], {}, { [SUBS]: { stdout: JSON.stringify(many) } });
    expect((await plan("--issue", "12")).stderr).toContain("2 open sub-issues left out: a spec takes the first 50\n");
    expect(scene.read(`${scene.run()}/spec.txt`).match(/^## #/gm)).toHaveLength(50);
  });

  it.each([
    [{ code: 1, stderr: "gh: API rate limit exceeded (HTTP 403)\n" }, /error: gh api failed: gh: API rate limit/],
    [{ stdout: "<html>" }, /error: gh does not tell of sub_issues of the issue 12/],
  ])("plans nothing on half of it: %j", async (answer, message) => {
    const { scene, plan } = scenes([samplePlan()], {}, { [SUBS]: answer });
    const { code, stderr } = await plan("--issue", "12");
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
    expect(scene.names("artifacts/planner")).toEqual([]);
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
    [["--issue", "twelve"], /--issue twelve is no issue: give its number/],
    [["last", "--issue", "12"], /a run and --issue exclude each other/],
  ])("does not go on by %j", async (flags, message) => {
    const { scene, gh } = scenes([]);
    const { code, stderr } = await scene.llmch(["resume", ...flags], { env: gh.env });
    expect({ code, calls: gh.calls() }).toEqual({ code: 1, calls: [] });
    expect(stderr).toMatch(message);
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
