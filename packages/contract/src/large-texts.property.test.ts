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
])("time is linear in the text, with many secrets too: %s", (_, text) => {
  const secrets = Array.from({ length: 50 }, (_unused, index) => `sk-proj-${"sk-proj-".repeat(index % 21)}x${index}`);
  const redactor = createRedactor([...secrets, `sk-proj-${"sk-proj-".repeat(20)}x`]);
  // The time of this process alone, whoever else is busy: a redactor that looks twice at a text needs hours for these.
  const started = process.cpuUsage();
  redactor.text(text);
  const { user, system } = process.cpuUsage(started);
  expect((user + system) / 1000).toBeLessThan(10_000);
});

test("a secret is known that is as long as a variable can be, such as a file in one", () => {
  // Linux takes 128 KB a variable, its name included.
  const long = "ключ-0123456789".repeat(6_890);
  expect(createRedactor([long]).text(`a ${long} b`)).toBe("a [redacted by llmch] b");
});

test("a megabyte of quotes or backslashes is split in linear time", () => {
  // Work that grows faster would outlast the test's own limit.
  for (const part of ["'a'", '"\\"', "\\ ", "'", "a "]) {
    const split = splitCommand(part.repeat(1_000_000 / part.length));
    expect(split.ok ? split.value.length : split.issues).not.toBe(0);
  }
});

test("10 MB of JSON are counted in bytes of UTF-8", () => {
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

test("the log of a CI system is read in linear time", () => {
  const lines = [" \n", "#", "##a", ":", "\u001b[", "\u0085", "##aaaaaaaaaaaaaaaaaaaa"].map((unit) =>
    unit.repeat(200_000),
  );
  for (const text of lines) expect(ciLogText(text).length).toBeGreaterThanOrEqual(text.length);
});
