import { printable, type Refusal, refusal } from "@llmch/text";
import { STACK_BRANCHES, type StackEntry, type StackRecord } from "./stack-record.ts";

/** A commit with orders on the branch of a stack. */
export interface Landed extends Pick<StackEntry, "runs" | "order" | "title"> {
  readonly commit: string;
}

/** A pull request as GitHub has it. */
export interface Listed {
  readonly state: "OPEN" | "MERGED" | "CLOSED";
  readonly base: string;
  readonly title: string;
  readonly body: string;
}

/** One pull request of a stack, as the record, the branch, the remote and GitHub have it. */
export interface Layer extends StackEntry {
  /** Where its branch is to be; null if its orders are not on the stack's branch any more. */
  readonly commit: string | null;
  /** Where the remote has its branch; null if it has none. */
  readonly tip: string | null;
  /** Null if there is none. */
  readonly listed: Listed | null;
}

/** The next thing to do for a stack. A push expects the commit `lease` at the remote, or no branch. */
export type StackStep = { readonly layer: Layer } & (
  | { readonly kind: "push"; readonly commit: string; readonly lease: string | null }
  | { readonly kind: "create" | "edit"; readonly listed: Listed }
);

/**
 * The layers of a stack, those first whose orders are not on the branch any more. A number and a branch are given once.
 * @param landed the commits with orders, oldest first
 * @param words a title as a part of a branch's name
 */
export const layersOf = (
  { id, entries }: Pick<StackRecord, "id" | "entries">,
  landed: readonly Landed[],
  words: (title: string) => string,
): readonly Layer[] => {
  const known = new Set(entries.map(({ runs }) => runs));
  const last = Math.max(0, ...entries.map(({ number }) => number));
  const added = landed.filter(({ runs }) => !known.has(runs));
  const all: readonly StackEntry[] = [
    ...entries,
    ...added.map(({ runs, order, title }, at) => {
      const number = last + at + 1;
      const branch = `${STACK_BRANCHES}${id}/${numbered({ number })}-${words(title)}`;
      return { number, runs, order, title, branch, pushed: null, url: null, merged: false };
    }),
  ];
  const place = ({ runs }: StackEntry): number => landed.findIndex((each) => each.runs === runs);
  return all
    .toSorted((a, b) => place(a) - place(b) || a.number - b.number)
    .map((entry) => ({ ...entry, commit: landed[place(entry)]?.commit ?? null, tip: entry.pushed, listed: null }));
};

/** `02` */
export const numbered = ({ number }: Pick<StackEntry, "number">): string => String(number).padStart(2, "0");

/** Whether its pull request is open, or is to be opened. */
export const isOpen = ({ commit, merged, listed }: Layer): boolean =>
  commit !== null && !merged && listed?.state !== "CLOSED";

/** Why a stack cannot go on: the remote does not hold what llmch has pushed there. */
export const obstacleOf = (layers: readonly Layer[], remote: string): Refusal | null => {
  const moved = layers.find((layer) => isOpen(layer) && layer.tip !== layer.pushed);
  if (moved === undefined) return null;
  const { branch, tip, pushed, commit } = moved;
  const now = tip === null ? `has no ${branch} any more` : `has ${branch} at ${tip.slice(0, 10)}`;
  const ours = pushed === null ? "this stack has not pushed it" : `llmch has pushed ${pushed.slice(0, 10)}`;
  const replace = `git push --force-with-lease=refs/heads/${branch}:${tip ?? ""} ${remote} ${commit}:refs/heads/${branch}`;
  const hint = `take into your own branch what you want to keep of it; then \`${replace}\` replaces it`;
  return refusal("push-failed", printable(`${remote} ${now}, and ${ours}`), printable(hint));
};

/**
 * What is to be done next, or null: from the lowest on, each that is open elsewhere is based on the one before, and its branch is pushed;
 * then what has no pull request gets one, then texts follow. A base that held what is on it, if only in between, would be a merge to GitHub.
 * @param base the branch that the lowest one is to be merged into
 * @param textOf what each is to say
 */
export const nextStep = (
  layers: readonly Layer[],
  base: string,
  textOf: (layer: Layer) => Pick<Listed, "title" | "body">,
): StackStep | null => {
  const open = layers.filter(isOpen);
  const wanted = open.map((layer, at) => {
    const listed = { state: "OPEN", base: open[at - 1]?.branch ?? base, ...textOf(layer) } as const;
    return { layer, listed };
  });
  for (const { layer, listed } of wanted) {
    const { commit, pushed } = layer;
    const standing = layer.listed?.base ?? "";
    if (standing !== "" && standing !== listed.base) return { kind: "edit", layer, listed };
    if (commit !== null && commit !== pushed) return { kind: "push", layer, commit, lease: pushed };
  }
  const missing = wanted.find(({ layer }) => layer.listed === null);
  if (missing !== undefined) return { kind: "create", ...missing };
  const stale = wanted.find(({ layer, listed }) => !isSame(layer.listed, listed));
  return stale === undefined ? null : { kind: "edit", ...stale };
};

/** GitHub keeps line ends as a browser sends them, and no empty lines at the end. */
const isSame = (standing: Listed | null, { base, title, body }: Listed): boolean =>
  standing?.base === base && standing.title === title && plain(standing.body) === plain(body);
const plain = (text: string): string => text.replaceAll("\r\n", "\n").trim();

/** A layer once a step for it is done; `url` is what `gh` named. */
export const afterStep = (step: StackStep, url: string | null): Layer =>
  step.kind === "push"
    ? { ...step.layer, pushed: step.commit, tip: step.commit }
    : { ...step.layer, url, listed: step.listed };
