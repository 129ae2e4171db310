import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { temporaryFolder } from "@llmch/testkit";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { jsonText, writeFileAtomic } from "./atomic-write.ts";
import { readTextFile } from "./text-file.ts";

const folder = (): string => {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  return path;
};

test("a file is replaced whole and keeps its mode; nothing else is left", async () => {
  const root = folder();
  const file = join(root, "a.json");
  await writeFileAtomic(file, jsonText({ b: 1, a: ["é"] }));
  expect(readFileSync(file, "utf8")).toBe('{\n  "b": 1,\n  "a": [\n    "é"\n  ]\n}\n');
  expect(statSync(file).mode & 0o777).toBe(0o644);
  chmodSync(file, 0o600);
  await writeFileAtomic(file, Buffer.from([1, 2]));
  expect([...readFileSync(file)]).toEqual([1, 2]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  mkdirSync(join(root, "taken"));
  await expect(writeFileAtomic(join(root, "taken"), "x")).rejects.toThrow();
  expect(readdirSync(root).sort()).toEqual(["a.json", "taken"]);
});

test("a process killed while writing leaves the old text or the new one", async () => {
  const root = folder();
  const outfile = join(root, "writer.mjs");
  const contents = `
    import { writeFileAtomic } from "./atomic-write.ts";
    for (let count = 0; ; count++) await writeFileAtomic(process.argv[2], String(count % 10).repeat(1_000_000));`;
  const stdin = { contents, resolveDir: dirname(import.meta.filename), loader: "ts" } as const;
  await build({ stdin, outfile, bundle: true, platform: "node", format: "esm", logLevel: "error" });
  const file = join(root, "target");
  for (const wait of [0, 3, 7]) {
    rmSync(file, { force: true });
    const child = spawn(process.execPath, [outfile, file], { stdio: "ignore" });
    const gone = new Promise((resolve) => child.once("exit", resolve));
    while (!existsSync(file)) await sleep(1);
    await sleep(wait);
    child.kill("SIGKILL");
    await gone;
    const text = readFileSync(file, "utf8");
    expect([text.length, new Set(text).size]).toEqual([1_000_000, 1]);
  }
});

test("an unreadable text is refused, with its name", async () => {
  const root = folder();
  await writeFileAtomic(join(root, "text"), "\ufeffé\n");
  await writeFileAtomic(join(root, "bytes"), Buffer.from([0xc3, 0x28]));
  expect(await readTextFile(join(root, "text"))).toEqual({ ok: true, value: "\ufeffé\n" });
  for (const [name, why] of [
    ["none", "there is no such file"],
    ["bytes", "it is not UTF-8 text"],
    [".", "it is a directory"],
  ] as const) {
    const message = `${join(root, name)} cannot be read (${why})`;
    expect(await readTextFile(join(root, name))).toMatchObject({
      ok: false,
      issues: [{ code: "unreadable-input", message }],
    });
  }
});
