import type { CommitDiff, OrderStory, RunStory, ScheduledOrder } from "@llmch/story";
import { type Environment, GIT_ID } from "@llmch/text";
import { openRepository } from "@llmch/workspace";

/** The most of a patch that is kept: more than a page shows. */
const MOST_OF_PATCH = 1_000_000;
const DIFF = ["-c", "core.quotePath=false", "diff-tree", "-r", "-M", "--no-ext-diff", "--no-textconv", "--numstat"];

/**
 * A story with what git says that its commits change, if the recorded repo still has them.
 * @param patches whether the lines are wanted, not only their numbers
 */
export const withDiffs = async <Story extends RunStory>(
  story: Story,
  env: Environment,
  { patches }: { readonly patches: boolean },
): Promise<Story> => {
  const told: RunStory = story;
  if ((told.kind !== "factory" && told.kind !== "run-all") || told.config === null) return story;
  const opened = await openRepository(told.config.repo, env);
  if (!opened.ok) return story;
  const diff = async (from: string, to: string): Promise<{ readonly diff?: CommitDiff }> => {
    if (!GIT_ID.test(from.replace(/\^$/, "")) || !GIT_ID.test(to)) return {};
    const said = await opened.value.git.read(...DIFF, ...(patches ? ["-p"] : []), from, to, "--");
    return said.ok ? { diff: commitDiff(said.value, patches) } : {};
  };
  const withCommit = async (order: OrderStory): Promise<OrderStory> => {
    const { commit } = order;
    if (commit === null) return order;
    return { ...order, commit: { ...commit, ...(await diff(`${commit.commit}^`, commit.commit)) } };
  };
  if (told.kind === "factory") return { ...story, ...(await withCommit(told)) };
  const orders: ScheduledOrder[] = [];
  for (const each of told.orders)
    orders.push({ ...each, story: each.story === null ? null : await withCommit(each.story) });
  const { baseline, tip } = told;
  return { ...story, orders, ...(baseline === null || tip === undefined ? {} : await diff(baseline, tip)) };
};

/** Git prints a line a file, `12\t1\tsrc/a.js`, then a blank line and the patch. */
const commitDiff = (text: string, withPatch: boolean): CommitDiff => {
  const end = text.indexOf("\n\n");
  const lines = (end === -1 ? text : text.slice(0, end)).split("\n").filter((line) => line !== "");
  const count = (field: string | undefined) => (field === undefined || field === "-" ? null : Number(field));
  const files = lines.map((line) => {
    const [added, removed, ...path] = line.split("\t");
    return { path: path.join("\t"), added: count(added), removed: count(removed) };
  });
  return { files, ...(withPatch && end !== -1 ? { patch: text.slice(end + 2, end + 2 + MOST_OF_PATCH) } : {}) };
};
