import { describe, expect, test } from "vitest";
import { asksForDocument, parseCommandLine } from "./parse.ts";

const parse = (line: string) => parseCommandLine(line.split(" "), "1.2.3");

describe.each(["check m.json", "plan --spec s.txt"])("llmch %s", (command) => {
  test.each([
    ["", "text", false],
    [" --format text", "text", false],
    [" --format sarif", "sarif", false],
    [" --format=github", "github", false],
    [" --format json", "json", true],
    [" --json", "json", true],
    [" --json --format json", "json", true],
  ])("%s", async (flags, format, json) => {
    expect(await parse(command + flags)).toMatchObject({
      kind: "invocation",
      invocation: { shown: { format, json } },
    });
  });

  test.each([" --json --format sarif", " --format text --json", " --format html"])(
    "%s is a usage error",
    async (flags) => {
      expect(await parse(command + flags)).toMatchObject({ kind: "usage", refusal: { code: "usage" } });
    },
  );
});

test("a usage error is printed as JSON if that was asked for", () => {
  const asks = ["check --json", "check --format json", "check --format=json", "check json", "check --format sarif"];
  expect(asks.map((line) => asksForDocument(line.split(" ")))).toEqual([true, true, true, false, false]);
});
