import { unfinishedRuns } from "@llmch/records";
import { temporaryFolder } from "@llmch/testkit";
import { expect, test } from "vitest";
import { findUnfinished } from "../../../records/src/stored/find-unfinished.ts";
import { recordOrder } from "./recorded-store.fixture.ts";

const FAILS = { scene: { replies: ["no proposal"], maxAttempts: 1 } };

test("a run whose order a later run has carried out is left for last", async () => {
  const { path, remove } = temporaryFolder();
  try {
    const unfinished = async () => {
      const found: (readonly [string, boolean])[] = [];
      for await (const run of unfinishedRuns(path))
        if (run !== null && "stored" in run) found.push([run.stored.runId, run.isSuperseded]);
      return found;
    };
    const next = async () => {
      const run = await findUnfinished(path, undefined);
      return run.ok ? run.value.runId : run.issues[0].code;
    };
    expect(await next()).toBe("no-such-run");
    const first = await recordOrder(path, FAILS);
    expect([await unfinished(), await next()]).toEqual([[[first, false]], first]);
    await recordOrder(path, {});
    expect([await unfinished(), await next()]).toEqual([[[first, true]], first]);
    const third = await recordOrder(path, FAILS);
    const both = [
      [third, false],
      [first, true],
    ];
    expect([await unfinished(), await next()]).toEqual([both, third]);
  } finally {
    remove();
  }
});
