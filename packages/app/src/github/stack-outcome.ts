import { counted, printable, printableText, shellWord } from "@llmch/text";
import { placeOf, type Stack } from "./stack-layers.ts";
import { isOpen, type Layer, type StackStep } from "./stack-step.ts";

/** A step of a stack that was done or is for the user to do, and its command. */
export interface StackAction {
  readonly step: StackStep;
  readonly command: readonly string[];
}

/** One pull request of a stack, or what would open it. */
export interface StackedRequest extends Pick<Layer, "number" | "order" | "branch" | "url"> {
  readonly title: string;
  readonly body: string;
  /** `left`: its orders are not on the branch any more. */
  readonly state: "open" | "merged" | "closed" | "left";
}

/** What became of a stack. */
export interface OpenedStack {
  /** The branch with the orders. */
  readonly branch: string;
  readonly requests: readonly StackedRequest[];
  /** The address of the lowest open one; null if there is none, or nobody knows it. */
  readonly url: string | null;
  readonly lines: readonly string[];
  /** The commands that are for the user to run; none if all is done. */
  readonly next: readonly string[];
}

/** What became of a stack: each pull request, what only a person does, and the commands if llmch did nothing. */
export const stackOutcome = async (stack: Stack, actions: readonly StackAction[]): Promise<OpenedStack> => {
  const { layers, why, textOf, run } = stack;
  const requests = layers.map((layer): StackedRequest => {
    const { number, order, branch, url } = layer;
    return { ...{ number, order, branch, url, state: stateOf(layer) }, ...textOf(layer, layers) };
  });
  const next = why === null ? [] : actions.map(({ command }) => command.map(shellWord).join(" "));
  const told = layers.map((layer) => {
    const did = actions.flatMap(({ step }) => (step.layer.number === layer.number ? [WORDS[step.kind]] : []));
    const state = stateOf(layer);
    const words = state === "open" ? [...new Set(did)].join(", ") || "as it was" : STATES[state];
    return `pull request  ${layer.url ?? layer.branch}  (${placeOf(layer, layers)}, ${words})`;
  });
  const url = layers.find(isOpen)?.url ?? null;
  const rebase = [...(await rebaseOf(stack)), ...(await looseOn(stack))];
  if (why === null) return { branch: run.branch, requests, url, next, lines: [...told, ...rebase].map(printable) };
  const texts = requests.flatMap(({ state, title, body }) =>
    state === "open" ? [title, "", ...body.split("\n")] : [],
  );
  const commands =
    next.length === 0
      ? ["nothing is to be done"]
      : [`nothing was done: ${why}; these commands do it:`, ...next.map((line) => `  ${line}`)];
  return { branch: run.branch, requests, url, next, lines: [...texts, ...rebase, ...commands].map(printableText) };
};

const WORDS = { push: "pushed", create: "opened", edit: "updated" } as const;
const STATES = {
  merged: "merged",
  closed: "closed",
  left: "left alone: its orders are not on the branch",
} as const;

const stateOf = ({ merged, commit, listed }: Layer): StackedRequest["state"] =>
  merged ? "merged" : commit === null ? "left" : listed?.state === "CLOSED" ? "closed" : "open";

/** Commits behind the last order, which go with the order after them, if one lands. */
const looseOn = async ({ run: { repo, branch }, layers }: Stack): Promise<readonly string[]> => {
  const last = layers.findLast(({ commit }) => commit !== null);
  if (last?.commit == null) return [];
  const listed = await repo.git.read("rev-list", "--count", `${last.commit}..refs/heads/${branch}`);
  const count = listed.ok ? Number(listed.value) : 0;
  const log = `git log ${last.commit.slice(0, 10)}..${shellWord(branch)}`;
  return count === 0
    ? []
    : [`${counted(count, "commit")} behind ${last.order} in no pull request of the stack: \`${log}\``];
};

/** What llmch does not do: after a squash, git has to be told that what stands on it is merged already. */
const rebaseOf = async ({
  run: { repo, branch },
  layers,
  record: { base },
  remote,
}: Stack): Promise<readonly string[]> => {
  // One that was merged into another's branch, or out of turn, stands on others that are open.
  const lowest = layers.findIndex(isOpen);
  const merged = layers.slice(0, Math.max(0, lowest)).findLast((layer) => layer.merged && layer.pushed !== null);
  const tip = merged?.pushed;
  if (merged === undefined || tip == null) return [];
  const isIn = async (ref: string) => (await repo.git.read("merge-base", "--is-ancestor", tip, ref)).ok;
  const onto = `${remote}/${base}`;
  if (!(await isIn(`refs/heads/${branch}`)) || (await isIn(`refs/remotes/${onto}`))) return [];
  const [fetched, rebased] = [
    ["git", "fetch", remote],
    ["git", "rebase", "--onto", onto, tip, branch],
  ].map((words) => words.map(shellWord).join(" "));
  return [
    `${placeOf(merged, layers)} is merged: unless by a merge commit, the rest needs \`${fetched} && ${rebased}\`, then this command again`,
  ];
};
