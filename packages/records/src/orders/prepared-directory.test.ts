import { execFileSync } from "node:child_process";
import { rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import { loadOrderDirectory } from "./load-orders.ts";
import { readManifestBeside } from "./manifest-beside.ts";
import { readPlan } from "./plan-document.ts";

const sparse = (path: string) => {
  writeFileSync(path, "");
  truncateSync(path, 2 ** 40);
};

const PREPARED: readonly [string, (path: string, outside: string) => void, string][] = [
  ["a pipe", (path) => void execFileSync("mkfifo", [path]), "it is no regular file"],
  ["the environment", (path) => symlinkSync("/proc/self/environ", path), "a link leads out of"],
  ["a device without an end", (path) => symlinkSync("/dev/zero", path), "a link leads out of"],
  ["a file of the user's", (path, outside) => symlinkSync(outside, path), "a link leads out of"],
  ["a file of a terabyte", (path) => sparse(path), "larger than"],
];

test.each(PREPARED)("%s among a directory's orders is refused by name, and not read", async (_, put, why) => {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  const outside = join(path, "..", `${Date.now()}-secret`);
  const refused = { ok: false, issues: [{ code: "unreadable-input", message: expect.stringContaining(why) }] };
  put(join(path, "WO-01.json"), outside);
  if (why.includes("link")) writeFileSync(outside, "sk-secret");
  onTestFinished(() => rmSync(outside, { force: true }));
  expect(await readPlan(path)).toMatchObject(refused);
  expect(await loadOrderDirectory(path)).toMatchObject(refused);
  rmSync(join(path, "WO-01.json"));
  writeFileSync(join(path, "WO-01.json"), "{}");
  put(join(path, "WORK_ORDERS_MANIFEST.json"), outside);
  expect(await readPlan(path)).toMatchObject(refused);
  expect(await readManifestBeside(path)).toMatchObject({ document: null, fault: refused.issues[0] });
});

test("an order that is a link to another file of its directory is read", async () => {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  writeFileSync(join(path, "order.json"), '{"id": "WO-01"}');
  symlinkSync("order.json", join(path, "WO-01.json"));
  expect(await readPlan(path)).toMatchObject({ ok: true, value: { document: { work_orders: [{ id: "WO-01" }] } } });
});
