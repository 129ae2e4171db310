import fc from "fast-check";
import { expect, test } from "vitest";
import { createGate } from "./gate.ts";

const never = new AbortController().signal;
const settled = () => new Promise(setImmediate);

/** A clock that a test advances. */
const clock = () => {
  let now = 0;
  const sleepers: { readonly at: number; wake(): void }[] = [];
  return {
    monotonicMs: () => now,
    epochMs: () => now,
    wait: (ms: number, signal: AbortSignal) =>
      new Promise<void>((wake) => {
        sleepers.push({ at: now + ms, wake });
        signal.addEventListener("abort", () => wake());
      }),
    forward: async (ms: number) => {
      now += ms;
      for (const { at, wake } of sleepers) if (at <= now) wake();
      await settled();
    },
  };
};

const caller = (gate: ReturnType<typeof createGate>, signal = never) => {
  const pass = gate.pass();
  let isIn = false;
  return {
    ...pass,
    isIn: () => isIn,
    enter: async () => {
      await pass.enter(signal);
      isIn = !signal.aborted;
    },
  };
};

test("lets in as many calls as allowed, and the next one when a place is given back", async () => {
  const gate = createGate(2, 3, clock());
  const callers = [1, 2, 3].map(() => caller(gate));
  for (const each of callers) void each.enter();
  await settled();
  expect(callers.map(({ isIn }) => isIn())).toEqual([true, true, false]);
  callers[0]?.leave();
  callers[0]?.leave();
  await settled();
  expect(callers.map(({ isIn }) => isIn())).toEqual([true, true, true]);
});

test("no caller asks before the time that the server names to one of them, and then only as many as it can handle", async () => {
  const time = clock();
  const gate = createGate(4, 3, time);
  const first = [1, 2, 3, 4].map(() => caller(gate));
  const late = [1, 2, 3, 4].map(() => caller(gate));
  for (const each of first) await each.enter();
  for (const each of late) void each.enter();
  first[0]?.refused(1_000, true);
  first[1]?.refused(500, true);
  first[2]?.leave();
  first[3]?.leave();
  const fresh = caller(gate);
  void fresh.enter();
  await time.forward(999);
  expect([...late, fresh].map(({ isIn }) => isIn())).toEqual([false, false, false, false, false]);
  await time.forward(1);
  expect([...late, fresh].filter(({ isIn }) => isIn())).toHaveLength(2);
});

test("a single caller waits only after its own refusal", async () => {
  const gate = createGate(1, 3, clock());
  const pass = caller(gate);
  await pass.enter();
  expect(pass.refused(60_000, true)).toBe(false);
  const other = caller(gate);
  await other.enter();
  expect(other.isIn()).toBe(true);
});

test("an interrupt ends every wait at once", async () => {
  const gate = createGate(2, 3, clock());
  const [one, two] = [caller(gate), caller(gate)];
  await Promise.all([one.enter(), two.enter()]);
  const stop = new AbortController();
  const third = caller(gate, stop.signal);
  const waiting = third.enter();
  one.refused(1_000, true);
  const fourth = caller(gate, stop.signal).enter();
  stop.abort();
  await Promise.all([waiting, fourth]);
  expect(third.isIn()).toBe(false);
});

test("an answer that is being fetched keeps its place, whatever the server says", async () => {
  const gate = createGate(2, 3, clock());
  const [one, two, three] = [caller(gate), caller(gate), caller(gate)];
  await Promise.all([one.enter(), two.enter()]);
  void three.enter();
  one.refused(null, false);
  await settled();
  expect(three.isIn()).toBe(false);
});

test("whatever the server does, all calls get through in the end, and never more at once than allowed", async () => {
  const doings = fc.array(fc.constantFrom("answered", "answered", "refused", "later", "left"), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 8 }), fc.nat(20), doings, async (jobs, count, doing) => {
      const time = clock();
      const gate = createGate(jobs, 3, time);
      const inside: (() => void)[] = [];
      let most = 0;
      const call = async () => {
        const pass = gate.pass();
        for (let isDone = false; !isDone; ) {
          await pass.enter(new AbortController().signal);
          await new Promise<void>((resolve) => {
            inside.push(resolve);
            most = Math.max(most, inside.length);
          });
          const what = doing.shift() ?? "answered";
          if (what === "answered") pass.answered();
          if (what === "refused" || what === "later") pass.refused(what === "later" ? 500 : null, true);
          isDone = what === "answered" || what === "left";
        }
        pass.leave();
      };
      const calls = Array.from({ length: count }, call);
      for (let steps = 0; steps < 300; steps++) {
        await time.forward(100);
        inside.splice(steps % Math.max(1, inside.length), 1).map((end) => end());
      }
      await Promise.all(calls);
      expect(most).toBeLessThanOrEqual(jobs);
    }),
    { numRuns: 50 },
  );
});
