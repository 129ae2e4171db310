import { expect, it } from "vitest";
import { limitWaitedFor } from "./limit-waited-for.ts";

const outcome = (...needs: readonly object[]) => ({
  paths: { schedule: "/store/run-all/RUN", artifacts: "/store/factory/ORDER" },
  result: { needs },
});
const limit = (until: string) => ({ id: "limit", kind: "limit", until });

it("goes on with the run once the last of its usage limits has ended", () => {
  const request = { run: "RUN", artifactsDir: "/store" };
  const [early, late] = ["2026-12-01T15:00:00.000Z", "2026-12-01T16:00:00.000Z"];
  expect(limitWaitedFor(outcome(limit(late), limit(early)))).toEqual({ until: new Date(late), request });
});

it("waits for nothing if a person has to decide too, or nothing is told", () => {
  expect(limitWaitedFor(outcome(limit("2026-12-01T15:00:00.000Z"), { id: "plan", kind: "plan" }))).toBeNull();
  expect(limitWaitedFor(outcome())).toBeNull();
  expect(limitWaitedFor({ result: null })).toBeNull();
});
