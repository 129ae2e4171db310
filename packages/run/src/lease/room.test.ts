import { expect, test } from "vitest";
import { type Filled, openRoom } from "./room.ts";

const worktree = (diskUse: number | null, copied: Promise<void> = Promise.resolve()): Filled => ({
  root: "/tree",
  copied: () => copied,
  diskUse: async () => diskUse,
});
/** Always left free. */
const LEFT_FREE = 16 * 1024 * 1024;
const roomOf = (free: () => number | null) =>
  openRoom({
    free: () => {
      const bytes = free();
      return bytes === null ? null : LEFT_FREE + bytes;
    },
  });
const roomWith = (free: number | null) => roomOf(() => free);

test.each([
  ["as much as it needs, and a fifth more", 120, 100, true],
  ["a byte less", 119, 100, false],
  ["nothing is told of the disk", null, 100, true],
  ["nothing is told of the worktree", 0, null, true],
] as const)("another worktree is made if it fits: %s", async (_, free, size, isMade) => {
  const [example, another] = [worktree(size), worktree(size)];
  expect(await roomWith(free).fill(example, async () => another)).toBe(isMade ? another : null);
});

test("the first one is made whatever the disk says", async () => {
  const first = worktree(100);
  expect(await roomWith(0).fill(null, async () => first)).toBe(first);
});

test("space that another worktree is still filling counts as taken, and is waited for", async () => {
  let [free, copy] = [200, () => {}];
  const room = roomOf(() => free);
  const example = worktree(100);
  const slow = worktree(100, new Promise((resolve) => (copy = resolve)));
  expect(await room.fill(example, async () => slow)).toBe(slow);
  let found: unknown = "waits";
  const next = room.fill(example, async () => worktree(100)).then((made) => (found = made));
  await new Promise((resolve) => setImmediate(resolve));
  expect(found).toBe("waits");
  free = 119;
  copy();
  await next;
  expect(found).toBeNull();
  free = 120;
  expect(await room.fill(example, async () => worktree(100))).not.toBeNull();
});

test("two worktrees requested at once do not get the same room", async () => {
  const room = roomWith(239);
  const example = worktree(100);
  const never = new Promise<void>(() => {});
  const made: Filled[] = [];
  for (const each of [1, 2]) {
    void room
      .fill(example, async () => worktree(100 + each - each, never))
      .then((worktree) => worktree !== null && made.push(worktree));
  }
  await new Promise((resolve) => setImmediate(resolve));
  expect(made).toHaveLength(1);
});

test("a worktree is measured once, and again after an installation", async () => {
  let size = 100;
  const room = roomWith(150);
  const example: Filled = { ...worktree(0), diskUse: async () => size };
  const fits = async () => (await room.fill(example, async () => worktree(0))) !== null;
  expect(await fits()).toBe(true);
  size = 1_000;
  expect(await fits()).toBe(true);
  room.remeasure();
  expect(await fits()).toBe(false);
});
