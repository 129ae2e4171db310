import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Script } from "node:vm";
import { temporaryFolder } from "@llmch/testkit";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { llmch } from "./command-line.ts";

const { path: cache, remove } = temporaryFolder();
afterAll(remove);
const KEPT = join(cache, `llmch/compiled/${process.version}-${process.arch}`);
const explain = (env = {}) =>
  llmch(["explain", "E104"], {
    cwd: cache,
    env: { NODE_DISABLE_COMPILE_CACHE: "", XDG_CACHE_HOME: cache, ...env },
    process: true,
  });
const kept = () => readdirSync(KEPT).sort();
const prints = (at: string): number => statSync(join(KEPT, at)).ino;

// From 22.1 on, Node does it.
describe("what V8 compiled", { tags: "node-before-22.1" }, () => {
  beforeEach(() => rmSync(join(cache, "llmch"), { recursive: true, force: true }));

  it("is kept in the user's cache folder, and used from then on", async () => {
    const first = await explain();
    expect(first).toMatchObject({ code: 0, stderr: "" });
    const files = kept();
    expect(files).toContainEqual(expect.stringMatching(/^main-\w+\.cjs$/));
    const before = files.map(prints);
    expect(await explain()).toEqual(first);
    expect(kept()).toEqual(files);
    // If V8 had refused one, it would be written again.
    expect(files.map(prints)).toEqual(before);
  });

  it("is removed once its bundle is gone", async () => {
    await explain();
    const [file = ""] = kept();
    rmSync(join(KEPT, file));
    writeFileSync(join(KEPT, "main-OLDBUILD.cjs"), "");
    await explain();
    expect(kept()).toContain(file);
    expect(kept()).not.toContain("main-OLDBUILD.cjs");
  });

  it.each([
    ["cut short", (path: string) => truncateSync(path, statSync(path).size - 100)],
    ["empty", (path: string) => truncateSync(path, 0)],
    ["no code", (path: string) => writeFileSync(path, "garbage")],
  ])("is rebuilt if it is %s", async (_, spoil) => {
    const whole = await explain();
    for (const file of kept()) spoil(join(KEPT, file));
    const [file = ""] = kept();
    const spoiled = prints(file);
    expect(await explain()).toEqual(whole);
    expect(prints(file)).not.toBe(spoiled);
  });

  it("is not run from a folder that others may write", async () => {
    const whole = await explain();
    const main = kept().find((file) => file.startsWith("main-")) ?? "";
    const poison = 'process.stdout.write("poison");process.exit()';
    const chunk = readFileSync(join(import.meta.dirname, "../dist/chunks", main), "utf8");
    const wrapped = (code: string) => `(function (exports, require, module, __filename, __dirname) {${code}\n})`;
    // V8 knows a source by its length.
    const code = new Script(wrapped(poison.padEnd(chunk.length))).createCachedData();
    writeFileSync(join(KEPT, main), code);
    expect(await explain()).toMatchObject({ stdout: "poison" });
    chmodSync(KEPT, 0o777);
    expect(await explain()).toEqual(whole);
  });

  it("is not kept if there is no place for it", async () => {
    const blocked = join(cache, "blocked");
    mkdirSync(blocked, { recursive: true });
    writeFileSync(join(blocked, "llmch"), "");
    expect(await explain({ XDG_CACHE_HOME: blocked })).toMatchObject({ code: 0, stderr: "" });
    expect(await explain({ XDG_CACHE_HOME: "relative", HOME: "" })).toMatchObject({ code: 0, stderr: "" });
    expect(await explain({ XDG_CACHE_HOME: "", HOME: join(cache, "nobody") })).toMatchObject({ code: 0, stderr: "" });
    expect(await explain({ NODE_DISABLE_COMPILE_CACHE: "1" })).toMatchObject({ code: 0, stderr: "" });
    expect(readdirSync(cache)).toEqual(["blocked"]);
  });
});
