import { cpSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { watchTimers } from "../../../records/src/asking/timers.fixture.ts";
import { createLlmch } from "./index.ts";
import { instanceScene, orderFor, writing } from "./instance.fixture.ts";

const HOUR_MS = 3_600_000;

test("a run that breaks off before its first order leaves no timer in the host", async () => {
  const { repo, folder } = instanceScene({ "WO-01/attempt-1": writing("a.txt") });
  const templates = join(folder, "templates");
  cpSync(resolve(import.meta.dirname, "../../../../templates"), templates, { recursive: true });
  rmSync(join(templates, "REVIEWER_PROMPT.md"));
  const settings = {
    factory: { model: "replay:answers.jsonl" },
    review: { model: "gpt-5.2" },
    budget: { minutes: 60 },
  };
  const llmch = createLlmch({ version: "1.2.3", templates, cwd: folder, env: repo.env }, { repo: "repo", settings });
  const timers = watchTimers();
  const broken = await llmch.run(orderFor(1, "a.txt"), { branch: "work" });
  expect(broken).toMatchObject({ issues: [{ code: "internal", message: expect.stringContaining("REVIEWER_PROMPT") }] });
  expect([timers.started(HOUR_MS), timers.open(HOUR_MS)]).toEqual([1, 0]);
  timers.end();
});
