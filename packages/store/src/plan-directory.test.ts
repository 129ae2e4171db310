import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { replacePlan } from "./plan-directory.ts";

test.runIf(existsSync("/proc/self"))(
  "a plan's folder that cannot be made is a fault, not an endless search",
  async () => {
    await expect(replacePlan("/proc/x/y", [])).rejects.toThrow(/ENOENT|EACCES|EPERM/);
  },
);
