import type { FailureBrief } from "@llmch/contract";
import { quoteAsData, shortCommand } from "@llmch/text";

/** Earlier failed attempts, the latest last. */
export type FailedAttempts = readonly { readonly attempt: number; readonly brief: FailureBrief }[];

/** Later failures tell more, and old ones cost as much. */
const MOST_BRIEFS = 3;

/** The failures of the attempts. */
export const failuresInWords = (failed: FailedAttempts, excerptOf: (text: string) => string): string =>
  failed.length === 0
    ? "(none)"
    : failed
        .slice(-MOST_BRIEFS)
        .map(({ attempt, brief: { stage, command, exit_code, primary_error_excerpt } }) =>
          [
            `Attempt ${attempt}: ${stage}${command === null ? "" : `, ${shortCommand(command)}`}${exit_code === null ? "" : `, exit code ${exit_code}`}`,
            quoteAsData("excerpt", command === null ? primary_error_excerpt : excerptOf(primary_error_excerpt)),
          ].join("\n"),
        )
        .join("\n\n");

/** The repo's paths, up to a maximum. */
export const pathsInWords = (repoFiles: readonly string[], most: number): string => {
  const rest = repoFiles.length - most;
  const paths = [
    ...repoFiles.slice(0, most).map((path) => JSON.stringify(path).slice(1, -1)),
    ...(rest > 0 ? [`(and ${rest} more)`] : []),
  ];
  return paths.length === 0 ? "(empty)" : quoteAsData("paths", paths.join("\n"));
};

/** A file as a prompt shows it. */
export interface ShownText {
  readonly path: string;
  readonly text: string;
}

/** Files with their current content. */
export const textsInWords = (texts: readonly ShownText[]): string =>
  texts.length === 0 ? "(no text to show)" : texts.map(({ path, text }) => quoteAsData(path, text)).join("\n\n");
