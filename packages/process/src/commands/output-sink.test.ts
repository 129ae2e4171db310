import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { openOutputSink } from "./output-sink.ts";

const folder = mkdtempSync(join(tmpdir(), "llmch-sink-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SECRET = "sk-canary-0123456789";

it.each<readonly [what: string, chunks: readonly string[], line: string]>([
  ["nothing", [], ""],
  ["empty lines", ["\n \n\r\n"], ""],
  ["the last of several", ["one\nnext\n"], "next"],
  ["one that is still being printed", ["one\ntw"], "tw"],
  ["one in pieces", ["one\nn", "ex", "t\n", "\n"], "next"],
  ["a bar that is drawn over and over", ["10 %\r20 %\r"], "20 %"],
  ["colours and controls", ["\u001b[32mok\u001b[0m\u0007 1\n"], "ok 1"],
  ["a secret, whole or in pieces", [`${SECRET} a\nkey sk-can`, "ary-0123456789 b\n"], "key [redacted by llmch] b"],
  ["a secret with colours in it", [`key ${[...SECRET].join("\u001b[0m")} b\n`], "key [redacted by llmch] b"],
  ["a secret in UTF-16", [Buffer.from(`${SECRET} b\n`, "utf16le").toString()], "[redacted by llmch] b"],
  ["a very long one", [`start ${"x".repeat(9000)} end\n`], `${"x".repeat(3995)} end`.slice(-4000)],
])("gives the last line of the output so far: %s", (what, chunks, line) => {
  const file = join(folder, what.replaceAll(" ", "-"));
  const sink = openOutputSink(file, 1 << 20, [SECRET]);
  for (const chunk of chunks) sink.take(Buffer.from(chunk));
  const last = sink.lastLine();
  sink.close();
  expect(last.endsWith(line.slice(-200))).toBe(true);
  if (line.length < 200) expect(last).toBe(line);
  expect(last.length).toBeLessThanOrEqual(4096);
  expect(readFileSync(file, "utf8")).not.toContain(SECRET);
});
