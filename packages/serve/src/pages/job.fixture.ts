import type { Job } from "@llmch/app/queue";
import { NO_SPENDING } from "@llmch/story";

/** A made-up job: a build that runs. */
export const jobOf = (changes: Partial<Job> = {}): Job => ({
  ...{ id: "01KB0000000000000000000001", kind: "build", operation: "build", request: { spec: "A shop" } },
  ...{ subject: "A shop", repo: "/home/ann/shop", branch: "llmch/a-shop-k3x9q2", state: "running" },
  ...{
    verdict: null,
    exitCode: null,
    needs: [],
    next: [],
    discarded: false,
    errors: [],
    result: "01KB0000000000000000000001",
    dedupKey: null,
  },
  ...{ createdAt: "2026-11-27T10:00:00.000Z", startedAt: "2026-11-27T10:00:01.000Z", endedAt: null },
  ...{ spending: NO_SPENDING, progress: null, asOf: null },
  ...changes,
});
