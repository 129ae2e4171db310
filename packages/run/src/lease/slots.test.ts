import fc from "fast-check";
import { expect, test } from "vitest";
import { openSlots, type Release } from "./slots.ts";

const never = new AbortController().signal;
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test("first come, first served, even for a holder that waits again", async () => {
  const slots = openSlots(1);
  const order: string[] = [];
  const early = slots.arrive();
  const take = (name: string, arrival = slots.arrive()) =>
    slots.take(never, arrival).then((release) => {
      order.push(name);
      return release;
    });
  const first = await take("a");
  const others = [take("b"), take("c"), take("d", early)];
  await settled();
  expect(order).toEqual(["a"]);
  first();
  first();
  await settled();
  expect(order).toEqual(["a", "d"]);
  for (const each of [others[2], others[0], others[1]]) (await each)?.();
  expect(order).toEqual(["a", "d", "b", "c"]);
});

test("a signal ends only its own wait", async () => {
  const slots = openSlots(1);
  const release = await slots.take(never);
  const leaving = new AbortController();
  const left = slots.take(leaving.signal);
  const next = slots.take(never);
  leaving.abort();
  await expect(left).rejects.toThrow("interrupted");
  await expect(slots.take(AbortSignal.abort())).rejects.toThrow("interrupted");
  release();
  (await next)();
  // A signal that fires later revokes nothing.
  const late = new AbortController();
  await slots.take(late.signal);
  late.abort();
  const [taken] = await Promise.race([settled().then(() => ["waits"]), slots.take(never).then(() => ["taken"])]);
  expect(taken).toBe("waits");
});

test("there is always one slot, and a lower limit takes effect as slots are released", async () => {
  expect([openSlots(0).most(), openSlots(3).most()]).toEqual([1, 3]);
  const slots = openSlots(3);
  const held = await Promise.all([1, 2, 3].map(() => slots.take(never)));
  slots.lessen(1);
  slots.lessen(2);
  expect(slots.most()).toBe(1);
  let isTaken = false;
  const next = slots.take(never).then((release) => {
    isTaken = true;
    return release;
  });
  for (const release of held) {
    expect(isTaken).toBe(false);
    release();
    await settled();
  }
  (await next)();
});

test("however slots are taken and released, no more than the limit are held, and nobody waits while one is free", async () => {
  const step = fc.constantFrom("take", "release", "leave");
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.array(step, { maxLength: 40 }), async (most, steps) => {
      const slots = openSlots(most);
      const held: Release[] = [];
      const waiting = new Set<AbortController>();
      for (const each of steps) {
        if (each === "release") held.shift()?.();
        else if (each === "leave") [...waiting][0]?.abort();
        else {
          const controller = new AbortController();
          waiting.add(controller);
          slots
            .take(controller.signal)
            .then((release) => held.push(release))
            .catch(() => {})
            .finally(() => waiting.delete(controller));
        }
        await settled();
        expect(held.length).toBeLessThanOrEqual(most);
        if (waiting.size > 0) expect(held.length).toBe(most);
      }
    }),
    { numRuns: 100 },
  );
});
