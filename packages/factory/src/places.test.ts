import { answerOf, orderScene } from "@llmch/testkit";
import { expect, test } from "vitest";
import { carryOut } from "./order.ts";

const VERIFIED = { files: { "scripts/verify.sh": "true\n" } };
const FAILING = { "node --check greet.js": { exitCode: 1 } };

/** Places that say when the workspace is moved, with how many questions asked and changes applied. */
const toldPlaces = (scene: ReturnType<typeof orderScene>) => {
  const told: string[] = [];
  const move = (what: string) => async () => {
    const { model, workspace } = scene.ports;
    told.push(`${what} after ${model.requests.length}, ${workspace.changes.length}`);
  };
  return { told, places: { toView: move("view"), toBase: move("base") } };
};

test("the workspace shows the view while the order is asked, and the base while it is judged", async () => {
  const scene = orderScene(VERIFIED);
  const { told, places } = toldPlaces(scene);
  const outcome = await carryOut(scene.job, { ...scene.ports, places });
  expect(outcome.kind).toBe("candidate");
  // First the base is looked at, before anything is paid.
  expect(told).toEqual(["view after 0, 0", "base after 0, 0", "view after 0, 0", "base after 1, 0"]);
});

test("after a failure at the gates, the next attempt is asked from the view again", async () => {
  const replies = ["1", "2"].map((text) => answerOf({ "greet.js": `${text}\n` }));
  const scene = orderScene({ ...VERIFIED, replies, commands: { "node --check greet.js": [{ exitCode: 1 }, {}] } });
  const { told, places } = toldPlaces(scene);
  const outcome = await carryOut(scene.job, { ...scene.ports, places });
  expect(outcome).toMatchObject({ kind: "candidate", candidate: { attempt: 2 }, attempts: [{ attempt: 1 }] });
  expect(told.slice(3)).toEqual(["base after 1, 0", "view after 1, 1", "base after 2, 1"]);
});

test("an order that cannot be judged on its base ends there, before anything is asked", async () => {
  const scene = orderScene(VERIFIED);
  const { places } = toldPlaces(scene);
  const outcome = await carryOut({ ...scene.job, triesAcceptance: { strict: true } }, { ...scene.ports, places });
  expect(outcome).toMatchObject({ kind: "failed", brief: { stage: "preflight" } });
  expect(scene.ports.model.requests).toEqual([]);
});

test("before its turn, an order goes on after a failure before the gates, and ends at their first verdict", async () => {
  const replies = ["no JSON at all", "none again", answerOf({ "greet.js": "1\n" }), "never asked for"];
  const scene = orderScene({ ...VERIFIED, replies, commands: FAILING, maxAttempts: 4 });
  const outcome = await carryOut({ ...scene.job, early: { wantsVerdict: () => true } }, scene.ports);
  expect(outcome).toMatchObject({ kind: "paused", attempts: [{ attempt: 1 }, { attempt: 2 }, { attempt: 3 }] });
  expect(scene.ports.model.requests.map(({ key }) => key)).toEqual([
    ...["WO-01/attempt-1", "WO-01/attempt-2", "WO-01/attempt-3"],
  ]);
});

test("before its turn, no gate runs if nobody waits for the verdict", async () => {
  const scene = orderScene({ ...VERIFIED, commands: FAILING });
  const outcome = await carryOut({ ...scene.job, early: { wantsVerdict: () => false } }, scene.ports);
  expect(outcome).toMatchObject({ kind: "paused", attempts: [] });
  expect(scene.ports.workspace.changes).toEqual([]);
});
