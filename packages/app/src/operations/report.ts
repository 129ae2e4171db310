import { join, resolve } from "node:path";
import { readTextFile } from "@llmch/files";
import { openInViewer } from "@llmch/process";
import { findRun, storedSummaries } from "@llmch/records";
import { isReport, reportPage } from "@llmch/report";
import { directoryEntries, REPORTS, replaceDocument, resolveArtifactsRoot } from "@llmch/store";
import type { Refusal, Result } from "@llmch/text";
import { repoFolders } from "@llmch/workspace";
import { z } from "zod";
import type { OperationContext } from "../context.ts";
import { artifactsDir, choice, run, text } from "../description/members.ts";
import { describe, type RequestOf, type ResultOf } from "../description/operation.ts";
import { done, type Outcome, refused } from "../outcome.ts";
import { toldRun } from "../runs/show/told-run.ts";

export const description = /* @__PURE__ */ describe(() => ({
  name: "report",
  topic: "Look",
  sentence: "write a run as one HTML file that opens anywhere",
  may: "write",
  argument: { member: "run", shown: "[run]" },
  request: z.strictObject({
    run: run(),
    out: text()
      .optional()
      .describe("where to write it (default: reports/<run>.html where runs are kept)")
      .meta({ value: "file" }),
    open: choice("open it in the browser"),
    artifactsDir: artifactsDir(),
  }),
  result: z.object({ file: z.string().describe("the page's path") }),
  elsewhere: ["file"],
  examples: ["report --open", "report 01M8129665 --out run.html"],
}));

/**
 * Writes a run as one HTML file. Replaces an earlier report, but no other file. Failing to open it is only a warning: it has been written.
 */
export const operate = async (
  { run, out, open: isToOpen, artifactsDir }: RequestOf<typeof description>,
  { env, cwd, secrets, version }: OperationContext,
): Promise<Outcome<ResultOf<typeof description>>> => {
  const root = resolveArtifactsRoot(artifactsDir, env, cwd);
  if (artifactsDir !== undefined) {
    const kept = await directoryEntries(root);
    if (!kept.ok) return refused(kept.issues);
  }
  const found = findRun(storedSummaries(root), run);
  if (!found.ok) return refused(found.issues);
  const { runId } = found.value;
  const file = out === undefined ? join(root, REPORTS, `${runId}.html`) : resolve(cwd, out);
  const { story, facts } = await toldRun(found.value, { root, env, cwd, secrets, version }, { patches: true });
  const page = reportPage(story, facts);
  const written = await replaceDocument(file, page, isReport);
  if (!written.ok) return refused(written.issues);
  const opened = isToOpen ? await openInViewer(file, env, repoFolders(cwd)) : null;
  const warnings = opened === null || opened.ok ? [] : [notOpened(opened.issues[0])];
  return done({ file }, { runId, paths: { artifacts: root, report: file }, warnings });
};

const notOpened = (why: string) => ({
  code: "not-opened",
  message: `the report is not opened: ${why}; open it by hand`,
});

/** The text of the page that an outcome of this operation names. */
export const readReport = ({ paths }: Pick<Outcome, "paths">): Promise<Result<string, Refusal>> =>
  readTextFile(paths?.report ?? "");
