import { accepted, commandWords, pathPattern, type RepoPath, type Result, rejected } from "@llmch/contract";
import type { VerifySettings } from "@llmch/contract/settings";

/** A formatter or linter, and the files to run it on. */
export interface FixCommand {
  readonly command: string;
  readonly files: readonly RepoPath[];
}

/** Selects the formatters and linters for the files that a proposal writes. */
export const fixCommands = (fixes: VerifySettings["fix"], written: readonly RepoPath[]): readonly FixCommand[] =>
  fixes.flatMap(({ command, files: patterns }): readonly FixCommand[] => {
    const fitting = patterns.map(pathPattern);
    const files = patterns.length === 0 ? written : written.filter((path) => fitting.some((fits) => fits(path)));
    return files.length === 0 ? [] : [{ command, files }];
  });

const PLACE = "{files}";

/** The words of the command, with the paths in place of `{files}`, or at the end. */
export const fixWords = ({ command, files }: FixCommand): Result<readonly string[], string> => {
  const words = commandWords(command);
  if (!words.ok) return rejected(words.issues[0]);
  // A leading dash would make the path look like an option.
  const paths = files.map((path) => (path.startsWith("-") ? `./${path}` : path));
  const at = words.value.indexOf(PLACE);
  if (at === -1) return accepted([...words.value, ...paths]);
  return accepted([...words.value.slice(0, at), ...paths, ...words.value.slice(at + 1)]);
};
