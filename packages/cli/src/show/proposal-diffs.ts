import { compareTexts, type TextPair } from "@llmch/host";
import type { AttemptStory, OrderStory, ProposedWrite } from "@llmch/story";

/** One file of a proposal against what it was compared with. */
export interface FileDiff {
  readonly path: string;
  /** `unknown`: what it was based on is not in the repo any more; `dropped`: the earlier proposal wrote it, this one does not. */
  readonly kind: "new" | "changed" | "same" | "unknown" | "dropped";
  /** The hunks' lines; null where they could not be made. */
  readonly lines: readonly string[] | null;
}

/** What one attempt proposed. */
export interface AttemptDiffs {
  /** Against the files that it was based on. */
  readonly proposed: readonly FileDiff[];
  /** Against the proposal before it; null where there is none. */
  readonly since: { readonly attempt: number; readonly files: readonly FileDiff[] } | null;
}

type Compared = Pick<FileDiff, "path" | "kind"> & TextPair;

/** The diffs of all attempts of an order, asked of git at once. */
export const proposalDiffs = async (
  { attempts }: OrderStory,
  env: NodeJS.ProcessEnv,
): Promise<ReadonlyMap<AttemptStory, AttemptDiffs>> => {
  const proposing = attempts.filter(({ proposal }) => proposal !== null);
  const compared = proposing.map((attempt, index) => {
    const before = proposing[index - 1] ?? null;
    const proposed = writesOf(attempt).map(againstBase);
    return { attempt, before, proposed, since: before === null ? [] : againstProposal(writesOf(before), attempt) };
  });
  const pairs = compared.flatMap(({ proposed, since }) => [...proposed, ...since]);
  const diffs = await compareTexts(pairs, env);
  const lines = new Map(pairs.map((pair, index) => [pair, diffs?.[index] ?? null]));
  const file = (pair: Compared): FileDiff => ({ path: pair.path, kind: pair.kind, lines: lines.get(pair) ?? null });
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
  return { path, kind: before === content ? "same" : kind, before, after: content };
};

const againstProposal = (earlier: readonly ProposedWrite[], attempt: AttemptStory): readonly Compared[] => {
  const writes = writesOf(attempt);
  const textBefore = new Map(earlier.map(({ path, content }) => [path, content]));
  const now = writes.map(({ path, content }): Compared => {
    const before = textBefore.get(path) ?? null;
    return { path, kind: before === content ? "same" : before === null ? "new" : "changed", before, after: content };
  });
  const dropped = earlier.filter(({ path }) => !writes.some((write) => write.path === path));
  return [
    ...now,
    ...dropped.map(({ path, content }): Compared => ({ path, kind: "dropped", before: content, after: content })),
  ];
};
