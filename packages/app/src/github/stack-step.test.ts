import { expect, test } from "vitest";
import { afterStep, type Layer, type Listed, layersOf, nextStep, obstacleOf } from "./stack-step.ts";

const text = ({ number }: Pick<Layer, "number">) => ({ title: `[${number}]`, body: `Text ${number}\n` });
const branch = (number: number): string => `llmch-stack/run/0${number}`;
const listed = (number: number, base: string, changes: Partial<Listed> = {}): Listed => ({
  ...{ state: "OPEN", base, ...text({ number }), ...changes },
});
/** A layer that is pushed and open, as it should be. */
const layer = (number: number, changes: Partial<Layer> = {}): Layer => {
  const [commit, base] = [`c${number}`, number === 1 ? "main" : branch(number - 1)];
  return {
    ...{ number, runs: `R${number}`, order: `WO-0${number}`, title: `Part ${number}`, branch: branch(number) },
    ...{ pushed: commit, url: `u${number}`, merged: false, commit, tip: commit, listed: listed(number, base) },
    ...changes,
  };
};
const fresh = { pushed: null, tip: null, url: null, listed: null };

/** Every step, in words, if nobody but llmch does anything. */
const stepsOf = (layers: readonly Layer[]): readonly string[] => {
  const steps: string[] = [];
  for (let now = layers; ; ) {
    const step = nextStep(now, "main", text);
    if (step === null || steps.length > 20) return steps;
    const what = step.kind === "push" ? `${step.commit} over ${step.lease}` : `onto ${step.listed.base}`;
    steps.push(`${step.kind} ${step.layer.number} ${what}`);
    now = now.map((each) => (each.number === step.layer.number ? afterStep(step, `u${each.number}`) : each));
  }
};

test.each<[string, readonly Layer[], readonly string[]]>([
  ["nothing for a stack that is as it should be", [layer(1), layer(2)], []],
  [
    "every push, then every pull request",
    [layer(1, fresh), layer(2, fresh)],
    ["push 1 c1 over null", "push 2 c2 over null", "create 1 onto main", `create 2 onto ${branch(1)}`],
  ],
  ["a branch that is to move, over what llmch pushed", [layer(1), layer(2, { commit: "d2" })], ["push 2 d2 over c2"]],
  [
    "each base before each push, where two changed places",
    [layer(1), layer(3, { commit: "d3" }), layer(2, { commit: "d2" })],
    [`edit 3 onto ${branch(1)}`, "push 3 d3 over c3", `edit 2 onto ${branch(3)}`, "push 2 d2 over c2"],
  ],
  ["a pull request that is missing", [layer(1), layer(2, { listed: null })], [`create 2 onto ${branch(1)}`]],
  ["the base after a merge", [layer(1, { merged: true }), layer(2)], ["edit 2 onto main"]],
  [
    "the base after one was closed",
    [layer(1), layer(2, { listed: listed(2, branch(1), { state: "CLOSED" }) }), layer(3)],
    [`edit 3 onto ${branch(1)}`],
  ],
  ["nothing for orders that are gone", [layer(1, { commit: null }), layer(2, { listed: listed(2, "main") })], []],
  ["a text that is another", [layer(1, { listed: listed(1, "main", { body: "Old" }) })], ["edit 1 onto main"]],
  [
    "no text that a browser only wrote otherwise",
    [layer(1, { listed: listed(1, "main", { body: "Text 1\r\n\r\n" }) })],
    [],
  ],
])("what is to be done is %s", (_, layers, steps) => {
  expect(stepsOf(layers)).toEqual(steps);
});

test.each<[string, Layer, RegExp | null]>([
  ["where llmch left it", layer(1, { commit: "d1" }), null],
  ["missing, as it is new", layer(1, fresh), null],
  ["somebody else's", layer(1, { ...fresh, tip: "x1" }), /origin has \S+ at x1, and this stack has not pushed it/],
  ["moved", layer(1, { tip: "x1" }), /origin has \S+ at x1, and llmch has pushed c1/],
  ["removed", layer(1, { tip: null }), /origin has no \S+ any more, and llmch has pushed c1/],
  ["moved, but merged", layer(1, { tip: null, merged: true }), null],
  ["moved, but closed", layer(1, { tip: "x1", listed: listed(1, "main", { state: "CLOSED" }) }), null],
])("a branch that is %s", (_, one, why) => {
  const obstacle = obstacleOf([one], "origin");
  if (why === null) expect(obstacle).toBeNull();
  else expect(obstacle).toMatchObject({ code: "push-failed", message: expect.stringMatching(why) });
});

test("a number and a branch stay, also if what is before is gone, comes later, or is new", () => {
  const landed = (number: number) => ({
    ...{ runs: `R${number}`, order: `WO-0${number}` },
    title: `Part ${number}`,
    commit: `d${number}`,
  });
  const words = (title: string): string => title.toLowerCase().replace(" ", "-");
  const first = layersOf({ id: "run", entries: [] }, [landed(1), landed(2), landed(3)], words);
  expect(first.map(({ branch }) => branch)).toEqual(
    ["part-1", "part-2", "part-3"].map((each, at) => `llmch-stack/run/0${at + 1}-${each}`),
  );
  const later = layersOf({ id: "run", entries: first }, [landed(4), landed(3), landed(2)], words);
  expect(later.map(({ number, commit }) => [number, commit])).toEqual([
    [1, null],
    [4, "d4"],
    [3, "d3"],
    [2, "d2"],
  ]);
});
