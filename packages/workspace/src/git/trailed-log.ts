import { ORDER_SHA256_TRAILER, ORDER_TRAILER, type Result, RUN_TRAILER } from "@llmch/contract";

/** A commit's trailers, as git reads them (contract §6). */
export interface TrailedCommit {
  readonly commit: string;
  readonly orders: readonly string[];
  readonly sha256s: readonly string[];
  readonly runs: readonly string[];
}

/** The same for a commit that a log lists. */
export interface LoggedCommit extends TrailedCommit {
  readonly tree: string;
}

const trailer = (name: string): string => `%(trailers:key=${name},valueonly,separator=%x1f)%x00`;
const FORMAT = `--format=%H%x00%T%x00${[ORDER_TRAILER, ORDER_SHA256_TRAILER, RUN_TRAILER].map(trailer).join("")}`;

/**
 * The trailers of the commits that `git log` lists, in its order. Throws if git fails.
 * @param which what comes after the options: more options, and revisions
 */
export const trailedLog = async (
  ask: (...args: string[]) => Promise<Result<string, string>>,
  which: readonly string[],
  { of }: { readonly of: string },
): Promise<readonly LoggedCommit[]> => {
  const log = await ask("log", "--no-notes", "--no-decorate", FORMAT, ...which, "--");
  if (!log.ok) throw new Error(`the history of ${of} cannot be read: ${log.issues[0]}`);
  const fields = log.value.split("\0");
  const commits: LoggedCommit[] = [];
  for (let index = 0; index + 5 < fields.length; index += 5) {
    const [commit = "", tree = "", ...values] = fields.slice(index, index + 5).map((field) => field.trim());
    const [orders = [], sha256s = [], runs = []] = values.map(split);
    commits.push({ commit, tree, orders, sha256s, runs });
  }
  return commits;
};

const split = (values: string): readonly string[] =>
  values
    .split("\u001f")
    .map((value) => value.trim())
    .filter((value) => value !== "");
