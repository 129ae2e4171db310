import { createRedactor, EXIT, printable } from "@llmch/contract";
import { findRun, runWhat, storedSummaries } from "@llmch/engine/stored";
import { recordedRun, resolveArtifactsRoot, storedRuns } from "@llmch/store";
import { type CostRow, costRows, spentDocument, spentTogether } from "@llmch/story";
import { questionsOfRun } from "@llmch/story/reading";
import type { CommandContext } from "../command-context.ts";
import { withMeasure } from "../console/measure.ts";
import { colorsFor } from "../console/paint.ts";
import { costsTable } from "../inspection/costs-table.ts";
import type { CostOptions } from "../options.ts";
import { type Outcome, refused } from "../outcome.ts";

/** `llmch cost`: what a run spent on models, at the prices of the day it was made. Changes nothing and contacts nobody. */
export const cost = async (options: CostOptions, { env, cwd, console, secrets }: CommandContext): Promise<Outcome> => {
  const root = resolveArtifactsRoot(options.artifactsDir, env, cwd);
  const summaries = storedSummaries(root);
  const found = findRun(summaries, options.run);
  if (!found.ok) return refused(found.issues);
  const { kind, runId } = found.value;
  const record = recordedRun(root, kind, runId);
  const known = new Set(storedRuns(root).flatMap((run) => (run.kind === "factory" ? [run.runId] : [])));
  const asked = questionsOfRun(record, (id) => (known.has(id) ? recordedRun(root, "factory", id) : null));
  const { questions, faults } = asked;
  const rows = costRows(questions, options.by);
  const total = spentTogether(questions.map(({ spending }) => spending));
  const redactor = createRedactor(secrets);
  const warnings = faults.map(({ file, line, message }) =>
    redactor.text(`${file}${line === null ? "" : `:${line}`}: ${message}`),
  );
  for (const warning of warnings) console.error(`warning: ${printable(warning)}`);
  const isTerminal = console.stdout.isTTY === true;
  const style = { by: options.by, colors: colorsFor(options, env, isTerminal) };
  const what = `${runId}  ${runWhat(summaries.of(found.value), record.is_running)}`;
  return {
    exitCode: EXIT.ok,
    verdict: "PASS",
    runId,
    paths: { run: record.directory },
    warnings: warnings.map((message) => ({ code: "warning", message })),
    lines: options.json
      ? []
      : [what, ...(await withMeasure((measure) => costsTable(rows, total, { ...style, measure })))],
    extra: { by: options.by, rows: rows.map(documented), total: spentDocument(total) },
  };
};

const documented = ({ name, spending }: CostRow) => ({ name, ...spentDocument(spending) });
