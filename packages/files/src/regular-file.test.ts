import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@llmch/testkit";
import { afterAll, expect, test } from "vitest";
import { readRegularFile } from "./regular-file.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());
const orders = join(folder.path, "orders");
const at = (name: string) => join(orders, name);

mkdirSync(join(orders, "below"), { recursive: true });
writeFileSync(join(folder.path, "outside"), "secret");
writeFileSync(at("file"), "text");
writeFileSync(at("below/file"), "below");
writeFileSync(at("huge"), "");
truncateSync(at("huge"), 2 ** 40);
execFileSync("mkfifo", [at("pipe")]);
symlinkSync("below/file", at("near"));
symlinkSync("../outside", at("out"));
symlinkSync("..", at("up"));
symlinkSync("up/outside", at("out-by-folder"));
symlinkSync("below", at("folder"));
symlinkSync("pipe", at("to-pipe"));
symlinkSync("/dev/zero", at("to-zero"));
symlinkSync("/proc/self/environ", at("to-environ"));
symlinkSync("nowhere", at("to-nothing"));

const FILE = "it is no regular file";
const LEADS_OUT = `a link leads out of ${orders}`;

test.each([
  ["file", "text", "text", "text"],
  ["near", "it is a link", "below", "below"],
  ["out", "it is a link", LEADS_OUT, "secret"],
  ["out-by-folder", "it is a link", LEADS_OUT, "secret"],
  ["folder", "it is a link", "it is a directory", "it is a directory"],
  ["below", "it is a directory", "it is a directory", "it is a directory"],
  ["pipe", FILE, FILE, FILE],
  ["to-pipe", "it is a link", FILE, FILE],
  ["to-zero", "it is a link", LEADS_OUT, FILE],
  ["to-environ", "it is a link", LEADS_OUT, FILE],
  ["to-nothing", "it is a link", "ENOENT", "ENOENT"],
  ["huge", ...Array<string>(3).fill("it is larger than 100 bytes")],
])("%s: without links %s, with links within %s, with any links %s", (name, none, within, any) => {
  const read = (links: Parameters<typeof readRegularFile>[1]["links"]): string => {
    try {
      return readRegularFile(at(name), { maxBytes: 100, links }).toString();
    } catch (fault) {
      return fault instanceof Error ? fault.message : "";
    }
  };
  expect(read("none")).toContain(none);
  expect(read({ within: orders })).toContain(within);
  expect(read("any")).toContain(any);
});
