import { compareTexts, type TextPair } from "@llmch/host";
import type { AttemptStory, OrderStory, ProposedWrite } from "@llmch/story";

/** One file of a proposal against what it was compared with. */
export interface FileDiff {
  readonly path: string;
  /** The attempt whose proposal it was compared with; null for the file as it was at the baseline. */
  readonly since: number | null;
  /** `unknown`: what it was based on is not in the repo any more; `dropped`: the earlier proposal wrote it, this one does not. */
  readonly kind: "new" | "changed" | "same" | "unknown" | "dropped";
  /** The hunks' lines; null where they could not be made. */
  readonly lines: readonly string[] | null;
}

/** What one attempt proposed. */
export interface AttemptDiffs {
  /** Against the files that it was based on. */
  readonly proposed: readonly FileDiff[];
  /**
   * Against the proposals before it: each file against the last one that wrote it, since a proposal that was refused for its
   * paths tells nothing about the others. `attempt` is the one before; null where there is none.
   */
  readonly since: { readonly attempt: number; readonly files: readonly FileDiff[] } | null;
}

type Compared = Pick<FileDiff, "path" | "kind" | "since"> & TextPair;

/** The diffs of all attempts of an order, asked of git at once. */
export const proposalDiffs = async (
  { attempts }: OrderStory,
  env: NodeJS.ProcessEnv,
): Promise<ReadonlyMap<AttemptStory, AttemptDiffs>> => {
  const proposing = attempts.filter(({ proposal }) => proposal !== null);
  const compared = proposing.map((attempt, index) => {
    const before = proposing[index - 1] ?? null;
    const since = before === null ? [] : againstEarlier(proposing.slice(0, index), attempt);
    return { attempt, before, proposed: writesOf(attempt).map(againstBase), since };
  });
  const pairs = compared.flatMap(({ proposed, since }) => [...proposed, ...since]);
  const diffs = await compareTexts(pairs, env);
  const lines = new Map(pairs.map((pair, index) => [pair, diffs?.[index] ?? null]));
  const file = (pair: Compared): FileDiff => ({
    path: pair.path,
    kind: pair.kind,
    since: pair.since,
    lines: lines.get(pair) ?? null,
  });
  return new Map(
    compared.map(({ attempt, before, proposed, since }) => [
      attempt,
      {
        proposed: proposed.map(file),
        since: before === null ? null : { attempt: before.attempt, files: since.map(file) },
      },
    ]),
  );
};

const writesOf = ({ proposal }: AttemptStory): readonly ProposedWrite[] => proposal?.writes ?? [];

const againstBase = ({ path, base, content }: ProposedWrite): Compared => {
  const before = base.kind === "text" ? base.text : null;
  const kind = base.kind === "missing" ? "new" : base.kind === "unknown" ? "unknown" : "changed";
  return { path, kind: before === content ? "same" : kind, since: null, before, after: content };
};

const againstEarlier = (earlier: readonly AttemptStory[], attempt: AttemptStory): readonly Compared[] => {
  const writes = writesOf(attempt);
  const written = new Map(
    earlier.flatMap((each) =>
      writesOf(each).map(({ path, content }) => [path, { content, since: each.attempt }] as const),
    ),
  );
  const now = writes.map((write): Compared => {
    const old = written.get(write.path);
    if (old === undefined) return againstBase(write);
    const { path, content } = write;
    const kind = old.content === content ? "same" : "changed";
    return { path, kind, since: old.since, before: old.content, after: content };
  });
  const last = earlier.at(-1);
  const dropped = (last === undefined ? [] : writesOf(last)).filter(
    ({ path }) => !writes.some((write) => write.path === path),
  );
  return [
    ...now,
    ...dropped.map(
      ({ path, content }): Compared => ({
        path,
        kind: "dropped",
        since: last?.attempt ?? null,
        before: content,
        after: content,
      }),
    ),
  ];
};
