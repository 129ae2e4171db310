import type { ResumeOptions } from "@llmch/config";
import { temporaryFolder } from "@llmch/testkit";
import { expect, test } from "vitest";
import { CONFIG, recordOrder } from "../../../../run/src/recorded/recorded-store.fixture.ts";
import { recordedRepo } from "./recorded-repo.ts";

const COMMON = { verbose: false, quiet: false, color: false, json: false, renderer: "log", given: {} } as const;
const OPTIONS = {
  ...COMMON,
  list: false,
  allowStale: false,
  allowVerifyExempt: false,
  allowEmpty: false,
  allowNetwork: false,
  sandbox: true,
  stopOnRepeat: false,
  replayStrict: false,
} as const;

test("a resumed run uses the settings of its own repo, wherever llmch is called", async () => {
  const { path, remove } = temporaryFolder();
  try {
    const scene = { replies: ["no proposal"], maxAttempts: 1 };
    const run = await recordOrder(path, { scene });
    const repoOf = (options: Partial<ResumeOptions>) =>
      recordedRepo({ ...OPTIONS, artifactsDir: path, ...options }, {}, "/");
    expect(await repoOf({ run })).toBe(CONFIG.repo);
    expect(await repoOf({})).toBe(CONFIG.repo);
    expect(await repoOf({ run: "01NONE" })).toBeNull();
  } finally {
    remove();
  }
});
