import { join } from "node:path";
import type { StoredRunName } from "@llmch/records";
import { replaceDocument, stackFolder } from "@llmch/store";
import { accepted, type Refusal, type Result, refusal, rejected, shellWord } from "@llmch/text";
import { pushLeased, pushTarget } from "@llmch/workspace";
import { askGh } from "./gh.ts";
import { type PassedRun, type Place, passedRun } from "./passed-run.ts";
import { ownerAt } from "./pull-request.ts";
import { readLayers, type Stack } from "./stack-layers.ts";
import { type OpenedStack, type StackAction, stackOutcome } from "./stack-outcome.ts";
import { readStack, writeStack } from "./stack-record.ts";
import { seenLayers } from "./stack-seen.ts";
import { afterStep, nextStep, numbered, obstacleOf, type StackStep } from "./stack-step.ts";

/**
 * Gives each order on the branch of a run that passed a branch and a pull request of its own, each based on the one before, or brings
 * those up to date. Notes each effect: the same again goes on where it broke off. Without `gh`, tells what to run.
 * @param tellPush called with each branch that was pushed
 */
export const openStack = async (
  root: string,
  named: StoredRunName,
  { isPreview = false, ...place }: Place & { readonly isPreview?: boolean },
  tellPush: (branch: string) => unknown = () => undefined,
): Promise<Result<OpenedStack, Refusal>> => {
  const found = await findStack(root, named, place, isPreview);
  if (!found.ok) return found;
  const stack = found.value;
  const { record, remote, why, textOf, run } = stack;
  const obstacle = obstacleOf(stack.layers, remote);
  if (obstacle !== null) return rejected(obstacle);
  let layers = stack.layers;
  const actions: StackAction[] = [];
  for (;;) {
    const entries = why === null ? layers : stack.layers;
    const kept = isPreview ? accepted(null) : await writeStack(root, run.story.run_id, { ...record, entries });
    if (!kept.ok) return kept;
    const step = nextStep(layers, record.base, (layer) => textOf(layer, layers));
    if (step === null) return accepted(await stackOutcome({ ...stack, layers }, actions));
    const file = join(stackFolder(root, run.story.run_id), `${numbered(step.layer)}.md`);
    const written = step.kind === "push" ? kept : await replaceDocument(file, step.listed.body, () => true);
    if (!written.ok) return written;
    const command = commandOf(step, remote, file);
    const done = why === null ? await carryOut(step, command, run, place) : accepted(step.layer.url);
    if (!done.ok) return done;
    if (step.kind === "push" && why === null) tellPush(step.layer.branch);
    layers = layers.map((layer) => (layer.number === step.layer.number ? afterStep(step, done.value) : layer));
    actions.push({ step, command });
  }
};

/** The stack of the branch of a run, as the record, the branch, the remote and GitHub have it. */
const findStack = async (
  root: string,
  named: StoredRunName,
  place: Place,
  isPreview: boolean,
): Promise<Result<Stack, Refusal>> => {
  const found = await passedRun(root, named, place);
  if (!found.ok) return found;
  const run = found.value;
  const { story, branch, repo } = run;
  const target = await pushTarget(repo, branch);
  const remote = target?.remote ?? "origin";
  if (target !== null && ownerAt(target.configured) !== ownerAt(target.project.configured))
    return rejected(refusal("usage", `${remote} is a fork, and a stack's branches must be in the project`, ONE));
  const own = { repo: repo.commonDir, branch, id: story.run_id.slice(-6).toLowerCase() };
  const anew = { ...own, base: story.config?.base_branch ?? "", entries: [] };
  const standing = readStack(root, own) ?? anew;
  let record = standing;
  if (record.base === "")
    return rejected(refusal("usage", `${story.run_id} began on no branch that a stack could be merged into`, ONE));
  let read = await readLayers(run, record, target, root);
  // A branch of that name that is gone by now: nothing of its stack is on this one, which began elsewhere.
  const isGone = standing.entries.every(({ runs }) => read.layers.find((each) => each.runs === runs)?.commit == null);
  if (isGone && anew.base !== "" && anew.base !== branch && anew.base !== record.base) {
    record = anew;
    read = await readLayers(run, record, target, root);
  }
  const { layers: known, textOf } = read;
  if (known.length === 0)
    return rejected(refusal("no-orders", `${branch} has no orders that ${record.base} has not`, "name another run"));
  const seen = await seenLayers(known, target === null ? null : { run, record, remote }, place.signal);
  if (!seen.ok) return seen;
  const why = isPreview ? "this is a preview" : seen.value.why;
  return accepted({ run, record, remote, textOf, layers: seen.value.layers, why });
};

const ONE = "`llmch pr` opens one pull request of all orders";

/** What does a step, as a person would type it. */
const commandOf = (step: StackStep, remote: string, file: string): readonly string[] => {
  const { branch, url } = step.layer;
  if (step.kind === "push") {
    const lease = `--force-with-lease=refs/heads/${branch}:${step.lease ?? ""}`;
    return ["git", "push", lease, remote, `${step.commit}:refs/heads/${branch}`];
  }
  const { base, title } = step.listed;
  const which = step.kind === "create" ? ["create", "--head", branch] : ["edit", url ?? branch];
  return ["gh", "pr", ...which, "--base", base, "--title", title, "--body-file", file];
};

/** Does a step, and gives the address of its pull request. */
const carryOut = async (
  step: StackStep,
  [, ...command]: readonly string[],
  { repo, branch, story: { run_id: run } }: PassedRun,
  { env, signal }: Place,
): Promise<Result<string | null, Refusal>> => {
  const { layer } = step;
  if (step.kind === "push") {
    const pushed = await pushLeased(repo, branch, { ...step, branch: layer.branch }, signal);
    return pushed.ok
      ? accepted(layer.url)
      : rejected(
          refusal("push-failed", `the push failed: ${pushed.issues.join("; ")}`, `\`llmch pr --stack ${run}\` goes on`),
        );
  }
  const asked = await askGh(command, { directory: repo.root, env, signal });
  if (!asked.ok || step.kind === "edit") return asked.ok ? accepted(layer.url) : asked;
  const url = /https:\/\/\S+/.exec(asked.value)?.[0];
  if (url !== undefined) return accepted(url);
  const which = `\`gh pr list --head ${shellWord(layer.branch)}\` says whether it is open`;
  return rejected(refusal("push-failed", "gh named no pull request", which));
};
