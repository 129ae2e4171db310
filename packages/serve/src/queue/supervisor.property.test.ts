import type { Job } from "@llmch/app/queue";
import type { RunState } from "@llmch/story";
import fc from "fast-check";
import { expect, test } from "vitest";
import { jobOf } from "../pages/job.fixture.ts";
import { chosenJobs } from "./supervisor.ts";

const idOf = (number: number): string => `01KB${String(number).padStart(22, "0")}`;

const jobs = fc
  .array(
    fc.record({
      state: fc.constantFrom<RunState>("queued", "queued", "queued", "running", "waiting", "passed", "cancelled"),
      repo: fc.constantFrom("/a", "/b", null),
      branch: fc.constantFrom("x", "y", null),
    }),
    { maxLength: 20 },
  )
  .map((all) => all.map((each, index): Job => jobOf({ ...each, id: idOf(index) })))
  .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }));

const slots = fc.integer({ min: 1, max: 6 });
const placeOf = ({ repo, branch }: Job) => (repo === null || branch === null ? null : `${repo} ${branch}`);
const inOrder = (all: readonly Job[]) => [...all].sort((a, b) => (a.id < b.id ? -1 : 1));

test("no more run than there are slots, none twice, and none beside another of its branch", () => {
  fc.assert(
    fc.property(jobs, slots, (all, most) => {
      const running = all.filter(({ state }) => state === "running");
      const chosen = chosenJobs(all, most);
      expect(chosen.every(({ state }) => state === "queued")).toBe(true);
      expect(new Set(chosen).size).toBe(chosen.length);
      expect(chosen.length).toBeLessThanOrEqual(Math.max(0, most - running.length));
      const taken = new Set(running.map(placeOf));
      for (const place of chosen.map(placeOf)) {
        if (place === null) continue;
        expect(taken.has(place)).toBe(false);
        taken.add(place);
      }
    }),
  );
});

test("the first that can run is among those that are chosen, in the order in which they came", () => {
  fc.assert(
    fc.property(jobs, slots, (all, most) => {
      const running = all.filter(({ state }) => state === "running");
      const chosen = chosenJobs(all, most);
      expect(chosen).toEqual(inOrder(chosen));
      const busy = new Set([...running, ...chosen].map(placeOf));
      const isFull = running.length + chosen.length >= most;
      const last = chosen.at(-1)?.id ?? "";
      for (const job of inOrder(all.filter(({ state }) => state === "queued"))) {
        if (chosen.includes(job)) continue;
        const isBlocked = placeOf(job) !== null && busy.has(placeOf(job));
        expect(isBlocked || (isFull && job.id > last)).toBe(true);
      }
    }),
  );
});

test("one that does not start yet takes no slot, and nobody comes before it on its branch", () => {
  fc.assert(
    fc.property(jobs, slots, fc.nat(), (all, most, number) => {
      const late = all[number % Math.max(1, all.length)];
      const chosen = chosenJobs(all, most, (job) => job === late);
      const others = chosenJobs(
        all.filter((job) => job !== late),
        most,
      );
      expect(chosen).not.toContain(late);
      const isBehind = (job: Job) => late?.state === "queued" && placeOf(job) === placeOf(late) && job.id > late.id;
      expect(chosen.filter((job) => placeOf(job) !== null && isBehind(job))).toEqual([]);
      if (late === undefined || (late.state === "queued" && placeOf(late) === null)) expect(chosen).toEqual(others);
    }),
  );
});

test("every job comes to its turn, whatever ends when", () => {
  fc.assert(
    fc.property(jobs, slots, fc.infiniteStream(fc.nat()), (all, most, numbers) => {
      const states = new Map(all.map(({ id, state }) => [id, state]));
      const now = () => all.map((job) => ({ ...job, state: states.get(job.id) ?? job.state }));
      for (const number of numbers) {
        for (const { id } of chosenJobs(now(), most)) states.set(id, "running");
        const running = now().filter(({ state }) => state === "running");
        const ends = running[number % Math.max(1, running.length)];
        if (ends === undefined) break;
        states.set(ends.id, "passed");
      }
      expect(now().some(({ state }) => state === "queued")).toBe(false);
    }),
  );
});
