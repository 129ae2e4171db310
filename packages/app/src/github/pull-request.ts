import { join } from "node:path";
import type { Context } from "@llmch/config";
import { keptSpec, madeBy, specIn } from "@llmch/plan";
import { readManifestBeside, type StoredRunName, storedStory, storedSummaries } from "@llmch/records";
import { ownRunMark, pullRequestFiles, readOwnObject, replaceDocument } from "@llmch/store";
import { readStoredRun } from "@llmch/store/journals";
import { type BuildStory, type OrderStory, type RunStory, type ScheduleStory, spentTogether } from "@llmch/story";
import {
  accepted,
  formatRefusal,
  isJsonObject,
  type JsonObject,
  member,
  objectMember,
  objectsMember,
  printable,
  printableText,
  type Refusal,
  type Result,
  readJson,
  refusal,
  rejected,
  shellWord,
  textMember,
  textsMember,
} from "@llmch/text";
import {
  isProtectedBranch,
  openRepository,
  type PushTarget,
  pushBranch,
  pushTarget,
  type Repository,
} from "@llmch/workspace";
import type { RunResult } from "../runs/results/run-result.ts";
import { resumeCommand } from "../runs/resume/next-commands.ts";
import { askGh } from "./gh.ts";
import { type PullRequestOrder, pullRequestText } from "./pull-request-text.ts";

/** A pull request, or what would open it. */
export interface PullRequest {
  readonly branch: string;
  readonly title: string;
  readonly body: string;
  /** Null if it is for the user to open. */
  readonly url: string | null;
  /** What is to be said of one that was there before; empty of a new one. */
  readonly note: string;
  /** Why it was not opened, and the commands that do; null if it is open. */
  readonly byHand: { readonly why: string; readonly commands: readonly string[] } | null;
}

type Place = Pick<Context, "env" | "cwd" | "signal">;

/** What came of it, in lines; its text if the user is to open it. */
export const pullRequestLines = ({ branch, title, body, url, note, byHand }: PullRequest): readonly string[] =>
  byHand === null
    ? [url === null ? unnamed(branch) : `pull request  ${printable(url)}${note}`]
    : [
        ...[printable(title), "", ...body.split("\n").map(printableText)],
        ...[`no pull request: ${byHand.why}; to open it:`, ...byHand.commands.map((line) => `  ${printable(line)}`)],
      ];

const unnamed = (branch: string): string =>
  `pull request  gh named none: \`gh pr list --head ${printable(shellWord(branch))}\` says whether it is open`;

/** What came of the pull request that a run was to end in, and of its push: null if nothing was. It changes no verdict. */
export const afterRun = async (
  root: string,
  { kind, verdict, runId, needs }: Pick<RunResult, "verdict"> & StoredRunName & { readonly needs?: unknown },
  place: Place,
): Promise<{ readonly url: string | null; readonly lines: readonly string[]; readonly pushed: string | null }> => {
  if (needs !== undefined || verdict !== "PASS") {
    const why = needs === undefined ? "the run did not pass" : "the run waits for you";
    return { url: null, lines: [`no pull request: ${why}`], pushed: null };
  }
  let pushed: string | null = null;
  const opened = await openPullRequest(root, { kind, runId }, place, (branch, { remote, address }) => {
    pushed = `pushed ${branch} to ${remote} (${address}) for the pull request`;
  });
  return opened.ok
    ? { url: opened.value.url, lines: pullRequestLines(opened.value), pushed }
    : { url: null, lines: [`no pull request: ${printable(formatRefusal(opened.issues[0]))}`], pushed };
};

/** Pushes the branch of a run that passed, and opens a pull request through the user's `gh`; without it, tells what to run. */
export const openPullRequest = async (
  root: string,
  named: StoredRunName,
  place: Place & { readonly isPreview?: boolean },
  tellPush: (branch: string, target: PushTarget) => void = () => undefined,
): Promise<Result<PullRequest, Refusal>> => {
  const { env, signal } = place;
  const found = await passedRun(root, named, place);
  if (!found.ok) return found;
  const { story, branch, repo } = found.value;
  const target = await pushTarget(repo, branch);
  const { title, body } = pullRequestText(await factsOf(found.value, target?.project.configured ?? null, root));
  const [file, record] = pullRequestFiles(root, story.run_id);
  const written = await replaceDocument(file, body, (beginning) => beginning.startsWith("## What and why\n"));
  if (!written.ok) return written;
  const { configured = "", project = null } = target ?? {};
  const ownerAt = (address = "") => repoAt(address)?.split("/")[0] || undefined;
  const owner = ownerAt(configured);
  const base = story.config?.base_branch ?? "";
  // The branch may never have left this machine.
  const onto = (await repo.resolveCommit(`refs/remotes/${project?.remote}/${base}`)) === null ? [] : ["--base", base];
  const head = owner === undefined || owner === ownerAt(project?.configured) ? branch : `${owner}:${branch}`;
  const create = ["pr", "create", "--head", head, ...onto, "--title", title, "--body-file", file];
  const [push, open] = [
    ["git", "push", "-u", target?.remote ?? "origin", branch],
    ["gh", ...create],
  ];
  const addRemote = target === null ? [["git", "remote", "add", "origin", "URL"]] : [];
  const isPushed = target !== null && (await isThere(repo, target.remote, branch));
  const byHand = (why: string): PullRequest => ({
    ...{ branch, title, body, url: null, note: "" },
    byHand: {
      why,
      commands: [...addRemote, ...(isPushed ? [] : [push]), open].map((words) => words.map(shellWord).join(" ")),
    },
  });
  if (place.isPreview === true) return accepted(byHand("this is a preview"));
  if (target === null) return accepted(byHand("the repo has no remote"));
  const gh = { directory: repo.root, env, signal };
  // The list knows no owner: a stranger's fork may have a branch of this name.
  const listed = await askGh(["pr", "list", "--head", branch, "--limit", "100", "--json", LISTED], gh);
  if (!listed.ok && listed.issues[0].code === "program-missing") return accepted(byHand(listed.issues[0].message));
  const pushed = await pushBranch(repo, branch, signal);
  if (!pushed.ok && !(await isThere(repo, target.remote, branch)))
    return rejected(
      refusal(
        "push-failed",
        `the push failed: ${pushed.issues.join("; ")}`,
        `\`${byHand("").byHand?.commands[0]}\` may say more`,
      ),
    );
  tellPush(branch, target);
  const opened = async (url: string | null, note: string): Promise<Result<PullRequest, Refusal>> => {
    // It is open, whether or not that can be kept.
    if (url !== null) await replaceDocument(record, `${JSON.stringify({ url })}\n`, () => true);
    return accepted({ branch, title, body, byHand: null, url, note });
  };
  if (!listed.ok) return listed;
  const standing = urlIn(objectsIn(listed.value).find((each) => isFrom(owner, each)));
  if (standing !== null) return opened(standing, "  (it was open)");
  const before = urlIn(readOwnObject(record) ?? undefined);
  if (before !== null) return opened(before, "  (opened before, and not open any more: llmch opens no second one)");
  const created = await askGh(create, gh);
  const said = created.ok ? created.value : created.issues[0].message;
  const url = /https:\/\/\S+/.exec(said)?.[0] ?? null;
  if (created.ok) return opened(url, "");
  return /already exists/.test(said) && url !== null ? opened(url, "  (it was open)") : created;
};

const LISTED = "url,headRepositoryOwner,isCrossRepository";

/** Whether a pull request's branch is in the repo of this owner; undefined if its address names none. */
const isFrom = (owner: string | undefined, listed: JsonObject): boolean => {
  const login = textMember(objectMember(listed, "headRepositoryOwner"), "login");
  if (owner === undefined || login === null) return member(listed, "isCrossRepository") !== true;
  return login.toLowerCase() === owner.toLowerCase();
};

interface PassedRun {
  readonly story: OrderStory | ScheduleStory | BuildStory;
  readonly branch: string;
  readonly repo: Repository;
}

/** The run, if it has work to propose: it is this user's, it passed, and its branch is there. */
const passedRun = async (
  root: string,
  { kind, runId }: StoredRunName,
  { env, cwd, signal }: Place,
): Promise<Result<PassedRun, Refusal>> => {
  const story: RunStory = storedStory(root, { kind, runId });
  if (story.kind === "planner" || story.kind === "ask" || story.branch === null || story.config === null)
    return rejected(refusal("usage", `${runId} is no run of orders`, "name one that `llmch runs` lists"));
  const stored = await readStoredRun(root, kind, runId, signal);
  if (!stored.ok || ownRunMark(env, stored.value) === null)
    return rejected(refusal("not-resumable", `the run ${runId} began elsewhere`, "open the pull request by hand"));
  // An order's own run is a part of what its branch has.
  if (story.kind === "factory" && story.schedule !== null)
    return passedRun(root, { kind: "run-all", runId: story.schedule }, { env, cwd, signal });
  const { branch, verdict, config } = story;
  if (verdict !== "PASS") {
    const goOn = resumeCommand(runId, false, root, { env, cwd });
    return rejected(refusal("not-resumable", `the run ${runId} did not pass`, `continue it first: \`${goOn}\``));
  }
  if (isProtectedBranch(branch))
    return rejected(refusal("protected-branch", `${branch} is protected: llmch never pushes it`, "use another branch"));
  const repo = await openRepository(config.repo, env);
  if (!repo.ok) return repo;
  if ((await repo.value.branchTip(branch)) === null)
    return rejected(
      refusal("branch-missing", `${config.repo} has no branch ${branch}`, "fetch it, or name another run"),
    );
  return accepted({ story, branch, repo: repo.value });
};

const factsOf = async ({ story, branch, repo }: PassedRun, address: string | null, root: string) => {
  const { env } = repo;
  // What an earlier run did, or the user by hand, is in the history alone.
  const done = await repo.doneOrders(`refs/heads/${branch}`);
  const orders: readonly PullRequestOrder[] = ordersOf(story, root).map(({ order, work_order, story }) => {
    const document = story?.work_order ?? work_order;
    const last = done.find((each) => each.order === order);
    return {
      ...{ order, story, document: isJsonObject(document) ? document : {} },
      ...{ commit: story?.commit?.commit ?? last?.commit ?? null, evidence: last?.evidence ?? "" },
    };
  });
  const documents = orders.map(({ document }) => document);
  const isBuild = story.kind === "build";
  const maker = isBuild ? null : await madeBy(documents, root, env);
  const source = maker?.config?.source ?? null;
  const overview = maker === null ? null : (await readManifestBeside(join(maker.directory, "output"))).document;
  const planner =
    maker === null ? undefined : storedSummaries(root).runs.find(({ runId }) => maker.directory.endsWith(runId));
  const planned = planner === undefined ? [] : [storedStory(root, planner, "outline").spending];
  return {
    ...{
      runId: story.run_id,
      strength: isBuild ? undefined : story.strength,
      examined: story.kind === "factory" ? undefined : story.evidence?.examined,
      branch,
      orders,
      source,
      spent: spentTogether([story.spending, ...planned]),
    },
    overview: isBuild
      ? story.milestones.map(({ id, outcome }) => `${id}  ${outcome}`)
      : overview === null
        ? []
        : textsMember(overview, "system_overview"),
    spec: isBuild ? ((await specIn(story.directory))?.text ?? null) : await keptSpec(documents, root, env),
    isHere: source !== null && isSameRepo(address, source.url),
  };
};

type Ordered = Pick<ScheduleStory["orders"][number], "order" | "work_order" | "story">;

/** The orders of a run; of a build those that landed, window by window: what failed was planned again under another id. */
const ordersOf = (story: PassedRun["story"], root: string): readonly Ordered[] => {
  if (story.kind === "factory") return [{ order: story.order ?? "", work_order: story.work_order, story }];
  if (story.kind === "run-all") return story.orders;
  return story.windows.flatMap(({ run, orders }) => {
    const whole = run === null ? null : storedStory(root, { kind: "run-all", runId: run });
    const landed = new Set(orders.flatMap(({ id, commit }) => (commit === null ? [] : [id])));
    return whole?.kind === "run-all" ? whole.orders.filter(({ order }) => landed.has(order)) : [];
  });
};

/** The repo on a forge that a remote's address names, as `owner/name`; null for a folder, which names none. */
const repoAt = (address: string): string | null =>
  /^(?:[/.~]|file:|$)/.test(address) ? null : (/[:/]([^:/]+\/[^/]+?)(?:\.git)?\/?$/.exec(address)?.[1] ?? "/");

/** Whether an issue's address is one of the repo at a remote's address, as far as that tells. */
const isSameRepo = (address: string | null, issue: string): boolean => {
  const repo = repoAt(address ?? "");
  const [, ofIssue] = /^https:\/\/[^/]+\/([^/]+\/[^/]+)\/issues\/\d+$/.exec(issue) ?? [];
  return ofIssue !== undefined && (repo === null || ofIssue.toLowerCase() === repo.toLowerCase());
};

/** Whether the remote has the branch as it is here, because somebody has pushed it with credentials that llmch does not take. */
const isThere = async (repo: Repository, remote: string, branch: string): Promise<boolean> => {
  const tip = await repo.branchTip(branch);
  return tip !== null && (await repo.resolveCommit(`refs/remotes/${remote}/${branch}`)) === tip;
};

const objectsIn = (text: string): readonly JsonObject[] => {
  const read = readJson(text);
  return read.ok ? objectsMember({ listed: read.value }, "listed") : [];
};

const urlIn = (document: JsonObject | undefined): string | null =>
  document === undefined ? null : textMember(document, "url");
