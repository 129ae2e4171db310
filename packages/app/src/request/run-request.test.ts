import { DEFAULT_SETTINGS, type Settings } from "@llmch/contract/settings";
import { expect, test } from "vitest";
import { z } from "zod";
import { factoryOptions, runMembers } from "./run-request.ts";

const options = (said: object, set: Partial<Settings["run"]> = {}) => {
  const request = z.object({ ...runMembers(), jobs: z.int().optional(), keepGoing: z.boolean().optional() });
  const values = { ...DEFAULT_SETTINGS, run: { ...DEFAULT_SETTINGS.run, ...set } };
  const asked = factoryOptions(request.parse(said), { given: {}, settings: { values } });
  return asked.ok ? asked.value : asked.issues;
};

test.each<[object, Partial<Settings["run"]>, object]>([
  [{}, {}, { jobs: 1, keepGoing: false, strict: false, sandbox: "auto", allowNetwork: false }],
  [{}, { jobs: 4, keep_going: true, strict: true }, { jobs: 4, keepGoing: true, strict: true }],
  [
    { jobs: 1, keepGoing: false, strict: false },
    { jobs: 4, keep_going: true, strict: true },
    { jobs: 1, keepGoing: false, strict: false },
  ],
  [{}, { sandbox: "off", allow_network: true }, { sandbox: "off", allowNetwork: true }],
  [{ sandbox: "off" }, { sandbox: "required" }, { sandbox: "off" }],
  [
    { sandbox: "required", allowNetwork: false },
    { sandbox: "off", allow_network: true },
    { sandbox: "required", allowNetwork: false },
  ],
])("%j goes before the settings %j", (said, set, expected) => {
  expect(options(said, set)).toMatchObject(expected);
});
