import { join } from "node:path";
import { isJsonObject } from "@llmch/contract";
import { afterAll, describe, expect, test } from "vitest";
import type { Finished } from "../command-line.ts";
import {
  type Ending,
  expectedOf,
  type LaidOut,
  layOut,
  layOutToResume,
  RECORDED_RUNS,
  removeLaidOut,
} from "./recorded-run.ts";

// The fixtures were recorded once, before agents and parallel orders existed, and are never recorded again: they stand for the
// records that users have. A change that fails a test here breaks those.

const STORE = ["--artifacts-dir", "store"];

afterAll(removeLaidOut);

/** A command's JSON document; if it printed none, the failure message is its stderr. */
const documentOf = ({ code, stdout, stderr }: Finished) => {
  expect({ code, stdout }, stderr).toMatchObject({ stdout: expect.stringMatching(/^\{/) });
  return JSON.parse(stdout) as Record<string, unknown>;
};

/** Checks how a command ended. A later version may add members to an order, but not change these. */
const expectEnding = (laidOut: LaidOut, finished: Finished, { orders, ...ending }: Ending): void => {
  const { verdict } = documentOf(finished);
  const { orders: written, ...now } = laidOut.ending(finished, String(verdict));
  expect(now, finished.stderr).toEqual(ending);
  if (orders === undefined) return;
  expect(written).toHaveLength(orders.length);
  expect(written).toMatchObject(orders);
};

describe.concurrent.each(RECORDED_RUNS)("the recorded run %s", (name) => {
  const { command, run, recorded, replay, show, audit, resume } = expectedOf(name);

  test("replays to the same commits", async () => {
    const laidOut = layOut(name);
    laidOut.rewind();
    const record = laidOut.joinedAnswers();
    const again = await laidOut.llmch([...command, "--replay", record, "--artifacts-dir", "again", "--json"]);
    expectEnding(laidOut, again, replay);
  });

  test("is shown and audited as it is", async () => {
    const laidOut = layOut(name);
    expect(laidOut.ending({ code: recorded.exit_code }, recorded.verdict).commits).toEqual(recorded.commits);
    const [page, told, audited] = await Promise.all([
      laidOut.llmch(["show", run.id, ...STORE, "--no-color"]),
      laidOut.llmch(["show", run.id, ...STORE, "--json"]),
      laidOut.llmch(["audit", run.id, ...STORE, "--repo", "repo", "--json"]),
    ]);
    expect(page.code, page.stderr).toBe(0);
    expect(page.stdout.split("\n")[0]).toBe(show.first_line);
    for (const word of show.names) expect(page.stdout).toContain(word);

    const { story, ...document } = documentOf(told);
    const paths = { run: join(laidOut.root, "store", run.tool, run.id) };
    expect(document).toMatchObject({ ok: true, exit_code: 0, run_id: run.id, paths });
    expect(story).toMatchObject({ state: show.state, verdict: show.verdict, faults: [] });
    expect(isJsonObject(story) ? (story.branch ?? null) : undefined).toBe(run.branch);

    const { exit_code, ...findings } = audit;
    expect(documentOf(audited)).toMatchObject({ ...findings, errors: [] });
    expect(audited.code).toBe(exit_code);
  });

  test(resume === null ? "has nothing left to resume" : "is resumed", async () => {
    const laidOut = layOutToResume(name);
    if (resume === null) {
      const { code, stderr } = await laidOut.llmch(["resume", ...STORE]);
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("there is no unfinished run") });
      return;
    }
    const later = ["--replay", join(laidOut.root, "later.jsonl")];
    const resumed = await laidOut.llmch(["resume", run.id, ...STORE, ...later, ...resume.flags, "--json"]);
    expectEnding(laidOut, resumed, resume.ending);
  });
});
