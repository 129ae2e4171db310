import { cpSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runLlmch, temporaryFolder } from "@llmch/testkit";
import { afterAll, expect, it } from "vitest";
import { BINARY, llmch } from "./command-line.ts";

const CLI = dirname(dirname(BINARY));
const CODE = `dist/compiled/${process.versions.v8}-${process.arch}`;
const ARGV = ["--help"];
const { path: folder, remove } = temporaryFolder();
afterAll(remove);

it("is kept of every chunk", () => {
  const chunks = readdirSync(join(CLI, "dist/chunks"));
  expect(readdirSync(join(CLI, CODE)).sort()).toEqual(chunks.map((name) => `${name}.code`).sort());
});

it.each([
  ["is taken up", "", "false"],
  ["is left, and nothing said, under other flags of V8's", "--stack-trace-limit=20", "true"],
])("%s", async (_, flags, rejected) => {
  const preload = join(folder, "preload.cjs");
  const log = join(folder, `rejected-${rejected}`);
  const watching = `const vm = require("node:vm");
vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options);
    require("node:fs").appendFileSync(${JSON.stringify(log)}, this.cachedDataRejected + "\\n");
  }
};
`;
  writeFileSync(preload, watching);
  const { code, stderr } = await llmch(ARGV, { cwd: folder, env: { NODE_OPTIONS: `--require "${preload}" ${flags}` } });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect([...new Set(readFileSync(log, "utf8").trim().split("\n"))]).toEqual([rejected]);
});

it("is left, and nothing said, where it is spoiled, cut short or of another V8", async () => {
  for (const name of ["bin", "dist", "package.json"]) cpSync(join(CLI, name), join(folder, name), { recursive: true });
  const spoils: readonly ((path: string) => void)[] = [
    (path) => writeFileSync(path, "garbage"),
    (path) => writeFileSync(path, Buffer.alloc(readFileSync(path).length)),
    (path) => truncateSync(path, readFileSync(path).length - 100),
    (path) =>
      writeFileSync(
        path,
        readFileSync(path).map((byte, at) => (at === 4 ? byte ^ 0xff : byte)),
      ),
  ];
  const whole = await llmch(ARGV, { cwd: folder });
  for (const spoil of spoils) {
    cpSync(join(CLI, CODE), join(folder, CODE), { recursive: true });
    for (const name of readdirSync(join(folder, CODE))) spoil(join(folder, CODE, name));
    expect(await runLlmch(join(folder, "bin/llmch.js"), ARGV, { cwd: folder })).toEqual(whole);
  }
});
