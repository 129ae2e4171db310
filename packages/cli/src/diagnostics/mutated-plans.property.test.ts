import { locate } from "@llmch/app/locate";
import { mutate } from "@llmch/testkit";
import { expect, test } from "vitest";
import { diagnosticsOf, manifestSource, orderText, planText } from "../../../app/src/diagnostics/plan.fixture.ts";
import type { Console } from "../console/console.ts";
import { colorsFor } from "../console/paint.ts";
import { githubCommands } from "./github.ts";
import { printDiagnostics } from "./print.ts";
import { sarifFaults } from "./sarif.fixture.ts";
import { sarifLog } from "./sarif.ts";

const PLAN = planText(
  [
    orderText({ context_files: '["README.md", "src/*.js"]', acceptance_commands: '["a | b", "echo \'x"]' }),
    orderText({ id: '"WO-03"', preconditions: '[{ "kind": "file_exists", "path": "no" }]', allowed_files: "[5]" }),
    orderText({ title: null, postconditions: '[{ "kind": "file_exists", "path": "ü/日本" }]' }),
  ],
  '{ "requires": [{ "kind": "file_exists", "path": "never" }, 1] }',
);

type Printer = Pick<Console, "colors" | "error" | "diagnostic" | "stderr">;

const linesPrinted = async (print: (console: Printer) => Promise<void>): Promise<readonly string[]> => {
  const lines: string[] = [];
  const error = (line: string) => lines.push(line);
  const colors = colorsFor({ color: false }, {}, false);
  await print({ stderr: process.stderr, colors, error, diagnostic: ({ message }) => error(message) });
  return lines;
};

test("for 100 mutated plans every region is inside the file, and every format is sound", async () => {
  const wrong: number[] = [];
  for (let seed = 0; seed < 100; seed++) {
    const text = mutate(PLAN, seed);
    const source = manifestSource(text);
    const diagnostics = diagnosticsOf(text);
    const located = locate(diagnostics, source);
    const lines = text.replace(/^\ufeff/, "").split("\n");
    const isInside = located.every(({ place }) => {
      const region = place?.region;
      if (region == null) return true;
      const { length } = lines[region.line - 1]?.replace(/\r$/, "") ?? "";
      return region.column >= 1 && region.column <= region.endColumn && region.endColumn <= length + 1;
    });
    const outcome = { exitCode: 2, verdict: "FAIL", result: null, lines: [], located } as const;
    const log = sarifLog(outcome, { version: "1.2.3", cwd: "/repo" });
    const commands = githubCommands(outcome, { cwd: "/repo" }).split("\n").slice(0, -1);
    const printed = await linesPrinted(async (console) =>
      printDiagnostics({ errors: diagnostics, warnings: [] }, source, console, "/repo"),
    );
    const isSound =
      sarifFaults(JSON.parse(log)).length === 0 &&
      commands.length === located.length &&
      commands.every((line) => /^::(error|warning) [^:]*::\S/.test(line)) &&
      printed.filter((line) => line.includes("hint: ")).length === Math.min(50, located.length);
    if (!isInside || !isSound) wrong.push(seed);
  }
  expect(wrong).toEqual([]);
});
