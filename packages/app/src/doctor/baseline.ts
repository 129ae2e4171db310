import type { WorkOrder } from "@llmch/contract";
import {
  type BaselineCheck,
  checkBaseline,
  plannedVerification,
  verifyEnv,
  whyUnverified,
  workToCome,
} from "@llmch/factory";
import { verificationOf } from "@llmch/languages";
import { loadOrderDirectory, readManifestBeside, verifyCommandOf } from "@llmch/records";
import {
  dependencyOptions,
  findIsolation,
  type Isolation,
  keptPlaces,
  missingPrograms,
  openVerifiedTrees,
  type TrialPlace,
  treeAt,
  verifyChoices,
  whileTried,
} from "@llmch/run";
import { counted } from "@llmch/text";
import { copiedState, dependencyState, judgeCopies, type Repository } from "@llmch/workspace";
import { type Finding, fine, missing, warned } from "./finding.ts";
import { unverified } from "./unverified.ts";

/** What to examine, and whether the repo's commands may run for it. */
export interface BaselineQuestion {
  /** The plan whose orders will be carried out, if there is one. */
  readonly directory: string | null;
  readonly runs: boolean;
}

interface Start {
  readonly repo: Repository;
  readonly commit: string;
  readonly orders: readonly WorkOrder[];
}

/**
 * How the repo verifies before any order: from memory, or by running its commands as a run does, in a temporary worktree, in the sandbox,
 * after the setup.
 */
export const examineBaseline = async (
  repo: Repository,
  { directory, runs }: BaselineQuestion,
  place: TrialPlace,
): Promise<readonly Finding[]> => {
  const { run, sandbox, setup, verify } = place.values;
  const { commit } = await repo.head();
  const manifest = directory === null ? null : (await readManifestBeside(directory)).document;
  const choices = verifyChoices(verify, verifyCommandOf(manifest));
  // Other checks report these.
  if (commit === null || !choices.ok) return [];
  const tracked = await treeAt(repo, commit, choices.value, place.env);
  const { commands, reason } = verificationOf(tracked, choices.value);
  const loaded = directory === null ? null : await loadOrderDirectory(directory);
  const orders = loaded?.ok === true ? loaded.value.map(({ order }) => order) : [];
  if (commands.length === 0) {
    // Without a plan, the check of the programs says so.
    const why = whyUnverified(orders, tracked, choices.value);
    const later = fine("baseline", `nothing verifies it before the orders: ${reason}`);
    return directory === null ? [] : [why === null ? later : unverified("baseline", why)];
  }
  const planned = plannedVerification(commands, tracked);
  const isolation = await findIsolation(run, sandbox, repo);
  if (!isolation.ok) return isolation.issues.map((issue) => missing("baseline", issue));
  const copies = await judgeCopies(repo, setup.copy, keptPlaces(repo, []));
  if (!copies.ok) return copies.issues.map((issue) => missing("baseline", issue));
  const { names: folders = [] } = dependencyOptions(setup, isolation.value);
  const dependencies = [...(await dependencyState(repo, commit, folders)), ...(await copiedState(repo, setup.copy))];
  const trees = openVerifiedTrees(repo, { setup, verify, dependencies, isolation: isolation.value });
  const tree = await repo.trees.hashOf(commit);
  const names = planned.map(({ display }) => display).join(", ");
  if (!runs) {
    if (trees.recall(tree, planned) !== null) return [fine("baseline", `verified by an earlier run: ${names}`)];
    const { env } = place;
    // Another check reports the missing programs.
    const lacking =
      setup.commands.length > 0
        ? []
        : await missingPrograms(null, repo, commit, choices.value, { env, repoDerives: [] });
    return lacking.length > 0 ? [] : [fine("baseline", `not verified yet: --verify runs ${names}`)];
  }
  const checked = await check(planned, { repo, commit, orders }, isolation.value, place);
  if ("findings" in checked) return checked.findings;
  if (isWhole(checked) && checked.leftOut.length === 0) await trees.add(tree, planned, checked.tests);
  return findingsOf(checked, names);
};

const check = async (
  planned: Parameters<typeof checkBaseline>[0],
  { repo, commit, orders }: Start,
  isolation: Isolation,
  place: TrialPlace,
): Promise<BaselineCheck | { readonly findings: readonly Finding[] }> => {
  const env = verifyEnv(place.values.verify.env);
  const tried = await whileTried(repo, commit, isolation, place, ({ worktree, commands, ledger, timeoutSeconds }) =>
    checkBaseline(planned, {
      ...{ job: { timeoutSeconds, verifyEnv: env }, commands, ledger, workspace: worktree },
      work: workToCome(orders[0] ?? null, orders),
    }),
  );
  if (tried.kind === "done") return tried.value;
  return { findings: tried.kind === "interrupted" ? [] : [missing("setup", tried.why)] };
};

/** Trees in which a command ran no test, or changed some, are looked at each time. */
const isWhole = ({ kind, red, tests, changedTests }: BaselineCheck): boolean =>
  kind === "verified" && red.length === 0 && changedTests.length === 0 && tests.every(({ ran }) => ran !== 0);

const findingsOf = (checked: BaselineCheck, names: string): readonly Finding[] => {
  const { kind, red, warnings } = checked;
  if (kind === "interrupted") return [];
  if (kind === "unfit") return [missing("baseline", checked)];
  if (warnings.length === 0) return [fine("baseline", `the repo verifies: ${names}`)];
  const what = red.length === 0 ? "the repo verifies" : `${counted(red.length, "command")} failed`;
  const hint =
    "fix the commands that must pass after an order, or no order can pass; orders may leave the other failures as they are";
  return [
    warned("baseline", [what, ...warnings].join("; "), red.length === 0 ? "fix that, or leave the tests out" : hint),
  ];
};
