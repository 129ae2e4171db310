import { expect, test } from "vitest";
import { replacePlan } from "./plan-directory.ts";

test("a plan's folder that cannot be made is a fault, not an endless search", { tags: "linux" }, async () => {
  await expect(replacePlan("/proc/x/y", [])).rejects.toThrow(/ENOENT|EACCES|EPERM/);
});
