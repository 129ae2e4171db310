import { describe, expect, it } from "vitest";
import { createPlanScene } from "./plan-scene.ts";
import { invalidPlan, sampleOrder, samplePlan } from "./sample-plan.ts";

const fenced = (text: string, info = "json") => `\`\`\`${info}\n${text}\n\`\`\``;
const good = JSON.stringify(samplePlan());

describe.concurrent("llmch plan sends a plan back", () => {
  it("with every diagnostic, the answer and the first prompt, until it is valid", async () => {
    const bad = samplePlan([
      sampleOrder(1, { acceptance_commands: ["a | b"] }),
      sampleOrder(2, { preconditions: [{ kind: "file_exists", path: "src/nowhere.js" }] }),
    ]);
    const scene = createPlanScene([bad, "Sorry, I cannot.", samplePlan()]);
    const { code, stdout, stderr } = await scene.replay();
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^PASS {2}2 work orders in 3 attempts: /),
    });

    const compile = `${scene.run()}/compile`;
    const [first, second, third] = [1, 2, 3].map((attempt) => scene.read(`${compile}/prompt_attempt_${attempt}.txt`));
    const lines = [/^\[E003\] WO-01: .*$/m, /^\[E101\] WO-02: .*src\/nowhere\.js.*$/m];
    for (const line of lines) expect(second).toMatch(line);
    expect(second?.startsWith(first?.trimEnd() ?? "")).toBe(true);
    expect(second).toContain(JSON.stringify(bad, null, 2));
    expect(third).toMatch(/^\[E000\] .* not JSON/m);
    expect(third).toContain("Sorry, I cannot.");
    for (const line of lines) expect(third).not.toMatch(line);

    expect(stderr.match(/\battempt \d of 5$/gm)).toEqual(["attempt 1 of 5", "attempt 2 of 5", "attempt 3 of 5"]);
    expect(stderr).toMatch(/^ {4}\[E003\] WO-01: /m);
    expect(stderr).toMatch(/ {2}refused, 2 errors$/m);
  });

  it.each([
    ["with --max-attempts 1", ["--max-attempts", "1"], 1],
    ["without the flag", [], 5],
  ])("no more often than allowed: %s", async (_, flags, calls) => {
    const scene = createPlanScene([...Array<object>(5).fill(invalidPlan()), samplePlan()]);
    const { code, stdout, stderr } = await scene.replay(flags);
    const tries = calls === 1 ? "1 attempt" : `${calls} attempts`;
    expect({ code, stdout }).toEqual({ code: 2, stdout: `FAIL  still invalid after ${tries}: 2 errors\n` });
    expect(scene.names(`${scene.run()}/compile`).filter((name) => name.startsWith("prompt_"))).toHaveLength(calls);
    expect(stderr).toMatch(new RegExp(`/compile/validation_errors_attempt_${calls}\\.json$`, "m"));
    expect(scene.names(`${scene.run()}/output`)).toEqual([]);
  });

  it("counting answers that were no JSON: exit 4 if the last was one", async () => {
    const scene = createPlanScene([invalidPlan(), "no JSON"]);
    const { code, stdout } = await scene.replay(["--max-attempts", "2"]);
    expect({ code, stdout }).toEqual({ code: 4, stdout: "FAIL  no JSON after 2 attempts\n" });
  });

  it("and ends with 2 if the last was JSON, even if the one before was not", async () => {
    const scene = createPlanScene(["no JSON", "[]"]);
    expect((await scene.replay(["--max-attempts", "2"])).code).toBe(2);
  });

  it("and ends with 3 if the record has no more answers, naming the key", async () => {
    const scene = createPlanScene([invalidPlan()]);
    const { code, stdout } = await scene.replay();
    expect(code).toBe(3);
    expect(stdout).toMatch(/^ERROR {2}[^\n]*plan\/attempt-2: [^\n]+\n$/);
  });
});

describe.concurrent("llmch plan reads an answer", () => {
  it.each([
    ["in fences", fenced(good)],
    ["in fences among words", `Here it is:\n${fenced(good)}`],
    ["with Windows line ends in fences", fenced(good).replaceAll("\n", "\r\n")],
    ["after a byte order mark", `\ufeff${good}`],
    ["with strings and paths that want trimming", good.replaceAll("src/part-1.js", "  ./src//part-1.js ")],
  ])("%s", async (_, answer) => {
    const scene = createPlanScene([answer]);
    expect((await scene.replay(["--max-attempts", "1"])).code).toBe(0);
    expect(scene.json(`${scene.run()}/output/WO-01.json`).allowed_files).toEqual(["src/part-1.js"]);
    expect(scene.read(`${scene.run()}/compile/llm_raw_response_attempt_1.txt`)).toBe(answer);
  });

  it("and refuses anything but exactly one document, with the reason", async () => {
    const refused = [
      `Here it is:\n${fenced(good)}or\n${fenced(good)}`,
      fenced(fenced(good)),
      `\`\`\`json\n${good}`,
      `${good}\n${good}`,
      "",
      `{"work_orders": [], ${good.slice(1)}`,
      "[".repeat(65) + "]".repeat(65),
    ];
    const scene = createPlanScene(refused);
    const { code, stdout, stderr } = await scene.replay(["--max-attempts", String(refused.length)]);
    expect(code, `${stdout}${stderr}`).toBe(4);
    const compile = `${scene.run()}/compile`;
    for (const attempt of refused.keys()) {
      const found = JSON.parse(scene.read(`${compile}/validation_errors_attempt_${attempt + 1}.json`));
      expect(found).toMatchObject([{ code: "E000", wo_id: null }]);
    }
    expect(scene.names(compile).filter((name) => name.startsWith("manifest_raw"))).toEqual([]);
  });
});
