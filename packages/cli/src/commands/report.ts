import { join, resolve } from "node:path";
import { createRedactor, EXIT, printable, type Redactor, withoutPlaceholders } from "@llmch/contract";
import { findRun, storedStory, storedSummaries, withRepoTexts } from "@llmch/engine/stored";
import { openInViewer } from "@llmch/process";
import { isReport, reportPage } from "@llmch/report";
import { directoryEntries, REPORTS, replaceDocument, resolveArtifactsRoot } from "@llmch/store";
import type { RunStory } from "@llmch/story";
import { repoFolders } from "@llmch/workspace";
import type { CommandContext } from "../command-context.ts";
import { briefLines, failingTests } from "../console/brief-lines.ts";
import type { ReportOptions } from "../options.ts";
import { type Outcome, refused } from "../outcome.ts";

import { resumption } from "../show/next-steps.ts";
import { stoppedOrder } from "../show/schedule-view.ts";

/**
 * `llmch report`: writes a run as one HTML file and prints its path. Replaces an earlier report, but no other file. Failing to open it is
 * only a warning: it has been written.
 */
export const report = async (options: ReportOptions, context: CommandContext): Promise<Outcome> => {
  const { env, cwd, secrets, version, console } = context;
  const root = resolveArtifactsRoot(options.artifactsDir, env, cwd);
  if (options.artifactsDir !== undefined) {
    const kept = await directoryEntries(root);
    if (!kept.ok) return refused(kept.issues);
  }
  const found = findRun(storedSummaries(root), options.run);
  if (!found.ok) return refused(found.issues);
  const { runId } = found.value;
  const story = await withRepoTexts(storedStory(root, found.value), env);
  const file = options.out === undefined ? join(root, REPORTS, `${runId}.html`) : resolve(cwd, options.out);
  const resume = resumption(story, story.kind === "run-all" ? stoppedOrder(story) : null, { root, env, cwd });
  const facts = { version, told: briefLines, failing: failingTests, resume };
  const page = reportPage(readable(story, createRedactor(secrets)), facts);
  const written = await replaceDocument(file, page, isReport);
  if (!written.ok) return refused(written.issues);

  const opened = options.open ? await openInViewer(file, env, repoFolders(cwd)) : null;
  const warnings = opened === null || opened.ok ? [] : [notOpened(opened.issues[0])];
  for (const { message } of warnings) console.error(console.colors.yellow(`warning: ${message}`));
  return {
    exitCode: EXIT.ok,
    verdict: "PASS",
    lines: [printable(file)],
    runId,
    paths: { artifacts: root, report: file },
    warnings,
  };
};

/** Gives placeholders in proposals the redaction mark that repo texts have, so that the two do not look different. */
const readable = (story: RunStory, redactor: Redactor): RunStory => {
  const partly = <Part>(part: Part): Part => JSON.parse(withoutPlaceholders(JSON.stringify(redactor.value(part))));
  // All orders together may be longer than a text can be.
  return story.kind === "run-all"
    ? { ...partly({ ...story, orders: [] }), orders: story.orders.map(partly) }
    : partly(story);
};

const notOpened = (why: string) => ({
  code: "not-opened",
  message: `the report is not opened: ${why}; open it by hand`,
});
