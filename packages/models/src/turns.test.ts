import fc from "fast-check";
import { expect, test } from "vitest";
import { createTurns } from "./turns.ts";

const never = new AbortController().signal;
const settled = () => new Promise(setImmediate);

/** This many things to take and give back. */
const store = (count: number) => {
  let left = count;
  const turns = createTurns();
  const take = (size: number, signal: AbortSignal) =>
    turns.take(() => {
      if (size > left) return null;
      left -= size;
      return { size };
    }, signal);
  const giveBack = (size: number) => {
    left += size;
    turns.serve();
  };
  return { turns, take, giveBack, left: () => left };
};

test("a large request is not overtaken by small ones", async () => {
  const { take, giveBack } = store(2);
  const got: string[] = [];
  const ask = (name: string, size: number) => take(size, never).then(() => got.push(name));
  await Promise.all([ask("first", 1), ask("second", 1)]);
  const later = [ask("large", 2), ask("small", 1)];
  giveBack(1);
  await settled();
  expect(got).toEqual(["first", "second"]);
  giveBack(1);
  await settled();
  expect(got).toEqual(["first", "second", "large"]);
  giveBack(2);
  await Promise.all(later);
  expect(got.at(-1)).toBe("small");
});

test("a caller that stops waiting takes nothing and delays nobody", async () => {
  const { take, left } = store(1);
  const stop = new AbortController();
  const large = take(2, stop.signal);
  const small = take(1, never);
  stop.abort();
  expect(await large).toBeNull();
  expect(await small).toEqual({ size: 1 });
  expect(await take(0, AbortSignal.abort())).toBeNull();
  expect(left()).toBe(0);
});

test("an attempt that throws rejects for its caller, and the next one has its turn", async () => {
  const turns = createTurns();
  let isFree = false;
  const failing = turns.take(() => {
    if (isFree) throw new Error("broken");
    return null;
  }, never);
  const next = turns.take(() => (isFree ? {} : null), never);
  isFree = true;
  turns.serve();
  await expect(failing).rejects.toThrow("broken");
  expect(await next).toEqual({});
});

test("in any order of coming, going and giving up, nothing is taken twice, and everyone gets a turn", async () => {
  const visitors = fc.array(fc.record({ size: fc.integer({ min: 1, max: 4 }), leaves: fc.boolean() }), {
    maxLength: 20,
  });
  await fc.assert(
    fc.asyncProperty(visitors, fc.infiniteStream(fc.nat(30)), async (all, choices) => {
      const { take, giveBack, left } = store(4);
      const got: number[] = [];
      const held: number[] = [];
      const come = all.map(({ size, leaves }, index) => {
        const stop = new AbortController();
        const done = take(size, stop.signal).then((taken) => {
          if (taken === null) return;
          got.push(index);
          held.push(size);
        });
        return { stop, leaves, done };
      });
      for (const { stop, leaves } of come) if (leaves) stop.abort();
      await settled();
      while (held.length > 0) {
        expect(left()).toBeGreaterThanOrEqual(0);
        const [choice = 0] = choices.take(1);
        for (const size of held.splice(choice % held.length, 1)) giveBack(size);
        await settled();
      }
      await Promise.all(come.map(({ done }) => done));
      expect(left()).toBe(4);
      expect(got).toEqual([...got].sort((one, two) => one - two));
      expect(all.filter(({ leaves }, index) => !leaves && !got.includes(index))).toEqual([]);
    }),
    { numRuns: 100 },
  );
});
