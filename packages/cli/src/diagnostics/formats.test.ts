import type { Place } from "@llmch/config";
import { DIAGNOSTIC_CODES, type Diagnostic, type DiagnosticCode } from "@llmch/contract";
import { HOSTILE_PATHS, HOSTILE_TEXTS } from "@llmch/testkit";
import { describe, expect, test } from "vitest";
import type { DrawnOutcome } from "../outcome.ts";
import { githubCommands } from "./github.ts";
import { sarifFaults } from "./sarif.fixture.ts";
import { sarifLog } from "./sarif.ts";

const SURROUNDINGS = { version: "1.2.3", cwd: "/repo" };
const REGION = { line: 7, column: 5, endColumn: 15 };

const finding = (changes: Partial<Diagnostic> = {}): Diagnostic => ({
  code: "E104",
  wo_id: "WO-02",
  message: "allowed file",
  field: "allowed_files",
  ...changes,
});
const outcomeOf = (diagnostic: Diagnostic, place: Place | null = { path: "/repo/wo/WO-02.json", region: REGION }) =>
  ({ exitCode: 2, verdict: "FAIL", result: null, lines: [], located: [{ diagnostic, place }] }) satisfies DrawnOutcome;
const REFUSED: DrawnOutcome = {
  result: null,
  exitCode: 1,
  verdict: "REFUSED",
  lines: [],
  errors: [{ code: "no-orders", message: "/repo/wo holds no WO-NN.json", hint: "give another" }],
};

const logOf = (outcome: DrawnOutcome) => {
  const log = JSON.parse(sarifLog(outcome, SURROUNDINGS));
  expect(sarifFaults(log)).toEqual([]);
  return log.runs[0];
};

describe("SARIF", () => {
  test("a diagnostic is a result with its rule and its place", () => {
    const run = logOf(outcomeOf(finding()));
    expect(run.tool.driver.rules).toMatchObject([{ id: "E104", defaultConfiguration: { level: "error" } }]);
    expect(run.invocations).toEqual([{ executionSuccessful: true, exitCode: 2, toolExecutionNotifications: [] }]);
    expect(run.results).toEqual([
      {
        ruleId: "E104",
        ruleIndex: 0,
        level: "error",
        message: { text: "allowed file" },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: "wo/WO-02.json", uriBaseId: "%SRCROOT%" },
              region: { startLine: 7, startColumn: 5, endLine: 7, endColumn: 15 },
            },
            logicalLocations: [{ name: "WO-02", fullyQualifiedName: "WO-02/allowed_files" }],
          },
        ],
      },
    ]);
  });

  test.each(Object.keys(DIAGNOSTIC_CODES) as DiagnosticCode[])("%s is a rule", (code) => {
    expect(logOf(outcomeOf(finding({ code }))).results[0].level).toBe(code.startsWith("E") ? "error" : "warning");
  });

  test("diagnostics without a place, or with only a file", () => {
    expect(logOf(outcomeOf(finding({ wo_id: null, field: null }), null)).results[0].locations).toBeUndefined();
    const [location] = logOf(outcomeOf(finding(), { path: "/repo/a b/ü#?.json", region: null })).results[0].locations;
    expect(location.physicalLocation).toEqual({
      artifactLocation: { uri: "a%20b/%C3%BC%23%3F.json", uriBaseId: "%SRCROOT%" },
    });
  });

  test("a file elsewhere is named relative to here, never absolutely", () => {
    const [location] = logOf(outcomeOf(finding(), { path: "/other/p.json", region: null })).results[0].locations;
    expect(location.physicalLocation.artifactLocation).toEqual({ uri: "../other/p.json" });
  });

  test("a refusal is a run that did not succeed", () => {
    const run = logOf(REFUSED);
    expect(run.results).toEqual([]);
    const text = "wo holds no WO-NN.json: give another";
    const notification = { level: "error", descriptor: { id: "no-orders" }, message: { text } };
    expect(run.invocations).toEqual([
      { executionSuccessful: false, exitCode: 1, toolExecutionNotifications: [notification] },
    ]);
  });

  test.each(HOSTILE_TEXTS)("holds $title as a text", ({ text }) => {
    const run = logOf(outcomeOf(finding({ message: text, wo_id: text, field: text })));
    // A SARIF viewer would make a link of a bracket and a parenthesis.
    expect(run.results[0].message.text).toBe(text.replaceAll("](", "] ("));
  });

  test.each(HOSTILE_PATHS)("names the file %j by a valid URI", (path) => {
    logOf(outcomeOf(finding(), { path: `/repo/${path}`, region: null }));
  });
});

describe("GitHub's workflow commands", () => {
  const linesOf = (outcome: DrawnOutcome) => githubCommands(outcome, SURROUNDINGS);

  test("a diagnostic is an annotation of its line", () => {
    expect(linesOf(outcomeOf(finding()))).toBe(
      "::error file=wo/WO-02.json,line=7,col=5,title=E104::WO-02: allowed file\n",
    );
    expect(linesOf(outcomeOf(finding({ code: "W101", wo_id: null }), null))).toBe(
      "::warning title=W101::allowed file\n",
    );
  });

  test("a refusal is an annotation of the whole run", () => {
    expect(linesOf(REFUSED)).toBe("::error title=no-orders::wo holds no WO-NN.json: give another\n");
  });

  test("text that the runner would read as its own is escaped", () => {
    const place = { path: "/repo/a,b:c%d\r\n.json", region: null };
    expect(linesOf(outcomeOf(finding({ message: "50%\r\n::stop-commands::x" }), place))).toBe(
      "::error file=a%2Cb%3Ac%25d%0D%0A.json,title=E104::WO-02: 50%25 ::stop-commands::x\n",
    );
  });

  test.each(HOSTILE_TEXTS)("$title makes no command of its own", ({ text }) => {
    const lines = linesOf(outcomeOf(finding({ message: text, wo_id: text }))).split("\n");
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^::error file=wo\/WO-02\.json,line=7,col=5,title=E104::/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
    expect(lines[0]).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
  });
});

test("a warning that is among the errors, as with --strict, is one in every format", () => {
  const warning = finding({ code: "W101" });
  const strict = { ...outcomeOf(warning), errors: [warning] };
  expect(logOf(strict).results).toMatchObject([{ ruleId: "W101", level: "error" }]);
  expect(githubCommands(strict, SURROUNDINGS)).toMatch(/^::error /);
});
