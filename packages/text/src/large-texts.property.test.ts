import { expect, test } from "vitest";
import { growth, MOST_GROWTH } from "../../testkit/src/growth.ts";
import { nearestPlace } from "./edits/nearest-place.ts";
import { MAX_JSON_BYTES, readJson } from "./json-reader.ts";
import { createRedactor } from "./redact.ts";
import { ciLogText } from "./safe-text/ci-log.ts";
import { splitCommand } from "./shell-split.ts";

test.each<[string, (size: number) => string]>([
  ["the begin of a secret, over and over", (size) => "sk-proj-".repeat(size / 8)],
  ["one letter of it", (size) => "s".repeat(size)],
  ["nothing but ends of lines after its begin", (size) => `sk-proj${"\n".repeat(size)}`],
  ["nothing but secrets", (size) => `sk-proj-${"sk-proj-".repeat(20)}x`.repeat(size / 170)],
])("redacting takes linear time, even with many secrets: %s", async (_, textOf) => {
  const secrets = Array.from({ length: 50 }, (_unused, index) => `sk-proj-${"sk-proj-".repeat(index % 21)}x${index}`);
  const redactor = createRedactor([...secrets, `sk-proj-${"sk-proj-".repeat(20)}x`]);
  expect(await growth((size) => redactor.text(textOf(size)), 200_000)).toBeLessThan(MOST_GROWTH);
});

test("a secret as long as a variable can hold is redacted", () => {
  // Linux accepts 128 KB per variable, including its name.
  const long = "ключ-0123456789".repeat(6_890);
  expect(createRedactor([long]).text(`a ${long} b`)).toBe("a [redacted by llmch] b");
});

test.each(["'a'", '"\\"', "\\ ", "'", "a "])("a command of many %s is split in linear time", async (part) => {
  const split = splitCommand(part.repeat(1_000_000 / part.length));
  expect(split.ok ? split.value.length : split.issues).not.toBe(0);
  expect(await growth((size) => splitCommand(part.repeat(size)))).toBeLessThan(MOST_GROWTH);
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
  expect(nearestPlace(lines.join("\n"), '  const value30000 = compute(30001, "some text of it");')?.line).toBe(30_001);
});

test.each([" \n", "#", "##a", ":", "\u001b[", "\u0085", "##aaaaaaaaaaaaaaaaaaaa"])(
  "text for a CI log is escaped in linear time: %j",
  async (unit) => {
    const text = unit.repeat(200_000);
    expect(ciLogText(text).length).toBeGreaterThanOrEqual(text.length);
    expect(await growth((size) => ciLogText(unit.repeat(size)))).toBeLessThan(MOST_GROWTH);
  },
);
