import { expect, test } from "vitest";
import { nearestPlace } from "./edits/nearest-place.ts";
import { MAX_JSON_BYTES, readJson } from "./json-reader.ts";
import { createRedactor } from "./redact.ts";
import { ciLogText } from "./safe-text/ci-log.ts";
import { splitCommand } from "./shell-split.ts";
import { atOnce } from "./steps.ts";

test.each([
  ["the begin of a secret, over and over", "sk-proj-".repeat(250_000)],
  ["one letter of it", "s".repeat(2_000_000)],
  ["nothing but ends of lines after its begin", `sk-proj${"\n".repeat(2_000_000)}`],
  ["nothing but secrets", `sk-proj-${"sk-proj-".repeat(20)}x`.repeat(12_000)],
])("redacting takes linear time, even with many secrets: %s", (_, text) => {
  const secrets = Array.from({ length: 50 }, (_unused, index) => `sk-proj-${"sk-proj-".repeat(index % 21)}x${index}`);
  const redactor = createRedactor([...secrets, `sk-proj-${"sk-proj-".repeat(20)}x`]);
  // Measures the CPU time of this process, since others may be busy. A redactor that reads a text twice would need hours.
  const started = process.cpuUsage();
  redactor.text(text);
  const { user, system } = process.cpuUsage(started);
  expect((user + system) / 1000).toBeLessThan(10_000);
});

test("a secret as long as a variable can hold is redacted", () => {
  // Linux accepts 128 KB per variable, including its name.
  const long = "ключ-0123456789".repeat(6_890);
  expect(createRedactor([long]).text(`a ${long} b`)).toBe("a [redacted by llmch] b");
});

test("a command with a megabyte of quotes or backslashes is split in linear time", () => {
  // Superlinear work would exceed the test's time limit.
  for (const part of ["'a'", '"\\"', "\\ ", "'", "a "]) {
    const split = splitCommand(part.repeat(1_000_000 / part.length));
    expect(split.ok ? split.value.length : split.issues).not.toBe(0);
  }
});

test("the limit of 10 MB of JSON counts UTF-8 bytes", () => {
  const fits = `"${"é".repeat(MAX_JSON_BYTES / 2 - 1)}"`;
  expect(readJson(fits).ok).toBe(true);
  expect(readJson(`${fits} `)).toMatchObject({ ok: false, issues: [{ kind: "too-large" }] });
});

test("the nearest place is found in a file of 2 MB", () => {
  const lines = Array.from(
    { length: 40_000 },
    (_, index) => `  const value${index} = compute(${index}, "some text of it");`,
  );
  expect(atOnce(nearestPlace(lines.join("\n"), '  const value30000 = compute(30001, "some text of it");'))?.line).toBe(
    30_001,
  );
});

test("text for a CI log is escaped in linear time", () => {
  const lines = [" \n", "#", "##a", ":", "\u001b[", "\u0085", "##aaaaaaaaaaaaaaaaaaaa"].map((unit) =>
    unit.repeat(200_000),
  );
  for (const text of lines) expect(ciLogText(text).length).toBeGreaterThanOrEqual(text.length);
});
