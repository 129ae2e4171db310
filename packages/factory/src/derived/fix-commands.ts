import { accepted, commandWords, pathPattern, type RepoPath, type Result, rejected } from "@llmch/contract";

/** A formatter or linter of the repo's settings; `files` are patterns of the files that it takes, none for all. */
export interface RepoFixCommand {
  readonly command: string;
  readonly files: readonly string[];
}

/** A formatter or linter with the files that it is to run on. */
export interface FixCommand {
  readonly command: string;
  readonly files: readonly RepoPath[];
}

/** Which formatters and linters run on the files that a proposal writes. */
export const fixCommands = (fixes: readonly RepoFixCommand[], written: readonly RepoPath[]): readonly FixCommand[] =>
  fixes.flatMap(({ command, files: patterns }): readonly FixCommand[] => {
    const fitting = patterns.map(pathPattern);
    const files = patterns.length === 0 ? written : written.filter((path) => fitting.some((fits) => fits(path)));
    return files.length === 0 ? [] : [{ command, files }];
  });

const PLACE = "{files}";

/** The words of the command with the paths in the place of `{files}`, or at its end. */
export const fixWords = ({ command, files }: FixCommand): Result<readonly string[], string> => {
  const words = commandWords(command);
  if (!words.ok) return rejected(words.issues[0]);
  // A path that begins with a dash would be read as an option.
  const paths = files.map((path) => (path.startsWith("-") ? `./${path}` : path));
  const at = words.value.indexOf(PLACE);
  if (at === -1) return accepted([...words.value, ...paths]);
  return accepted([...words.value.slice(0, at), ...paths, ...words.value.slice(at + 1)]);
};
