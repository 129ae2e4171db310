import type { Context } from "@llmch/config";
import { storedStory } from "@llmch/records";
import type { RunStory } from "@llmch/story";
import { accepted, createRedactor, EXIT, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { landingDiff, openRepository } from "@llmch/workspace";

/** Work of an order that passed its gates and has not landed: a person decides about it. */
export interface WaitingWork {
  readonly order: string;
  /** The commit that it would land on, and the tree that it would make. */
  readonly from: string;
  readonly to: string;
  /** True if the branch has moved since, so that it is judged there first, and waits anew. */
  readonly isMoved: boolean;
  readonly patch: string;
}

/** That, or why it cannot be shown. */
export type WaitingShown = Result<WaitingWork, Refusal>;

/**
 * The work that a run waits with, as every face shows it; null if none waits. Git runs nothing that the repo names.
 * @param only null unless it is that order's
 */
export const waitingWork = async (
  story: RunStory,
  root: string,
  { env, secrets }: Pick<Context, "env" | "secrets">,
  only: string | null = null,
): Promise<WaitingShown | null> => {
  const whole = keeperOf(story, root);
  const asked = whole.decisions?.findLast(({ kind }) => kind === "orders");
  const isOpen = whole.verdict === null || whole.exit_code === EXIT.waiting;
  if (!isOpen || asked?.work === undefined || asked.decided !== null) return null;
  if ((whole.kind !== "factory" && whole.kind !== "run-all") || whole.config === null) return null;
  if (asked.id !== ((story.kind === "factory" ? story.order : only) ?? asked.id)) return null;
  const { id: order, work } = asked;
  const opened = await openRepository(whole.config.repo, env);
  if (!opened.ok) return opened;
  const diff = await landingDiff(opened.value, work, whole.branch);
  if (!diff.ok) {
    const message = `the work on ${order} waits, and ${opened.value.root} does not hold it any more`;
    const hint = `\`llmch resume ${whole.run_id}\` makes it again from what was answered`;
    return rejected(refusal("unknown-commit", message, hint));
  }
  const { from } = diff.value;
  const patch = createRedactor(secrets).text(diff.value.patch);
  return accepted({ order, from, to: work.tree, isMoved: from !== work.base, patch });
};

/** The run whose journal says what a run waits for: of an order's, that of the whole; of a build's, its last window's. */
const keeperOf = (story: RunStory, root: string): RunStory => {
  const of = story.kind === "factory" ? story.schedule : story.kind === "build" ? story.windows.at(-1)?.run : null;
  return of == null ? story : storedStory(root, { kind: "run-all", runId: of }, "outline");
};

/** What a person reads above the diff. */
export const waitingInWords = ({ order, isMoved }: Pick<WaitingWork, "order" | "isMoved">): string =>
  `${order} waits for your decision, and none of this has landed${isMoved ? "; its branch has moved since, so it is judged there and waits anew" : ""}`;
