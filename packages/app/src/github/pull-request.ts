import { join } from "node:path";
import { keptSpec, madeBy, specIn } from "@llmch/plan";
import { readManifestBeside, type StoredRunName, storedStory, storedSummaries } from "@llmch/records";
import { pullRequestFiles, readOwnObject, replaceDocument } from "@llmch/store";
import { spentTogether } from "@llmch/story";
import {
  accepted,
  isJsonObject,
  type JsonObject,
  member,
  objectMember,
  printable,
  printableText,
  type Refusal,
  type Result,
  refusal,
  rejected,
  shellWord,
  textMember,
  textsMember,
} from "@llmch/text";
import { type PushTarget, pushBranch, pushTarget, type Repository } from "@llmch/workspace";
import { askGh, listedIn } from "./gh.ts";
import { ordersOf, type PassedRun, type Place, passedRun } from "./passed-run.ts";
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

/** Pushes the branch of a run that passed, and opens a pull request through the user's `gh`; without it, tells what to run. */
export const openPullRequest = async (
  root: string,
  named: StoredRunName,
  place: Place & { readonly isPreview?: boolean },
  tellPush: (branch: string, target: PushTarget) => unknown = () => undefined,
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
  const standing = urlIn(listedIn(listed.value).find((each) => isFrom(owner, each)));
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

/** The repo on a forge that a remote's address names, as `owner/name`; null for a folder, which names none. */
const repoAt = (address: string): string | null =>
  /^(?:[/.~]|file:|$)/.test(address) ? null : (/[:/]([^:/]+\/[^/]+?)(?:\.git)?\/?$/.exec(address)?.[1] ?? "/");

/** The owner of that repo; undefined if it names none. */
export const ownerAt = (address = ""): string | undefined => repoAt(address)?.split("/")[0] || undefined;

/** Whether an issue's address is one of the repo at a remote's address, as far as that tells. */
export const isSameRepo = (address: string | null, issue: string): boolean => {
  const repo = repoAt(address ?? "");
  const [, ofIssue] = /^https:\/\/[^/]+\/([^/]+\/[^/]+)\/issues\/\d+$/.exec(issue) ?? [];
  return ofIssue !== undefined && (repo === null || ofIssue.toLowerCase() === repo.toLowerCase());
};

/** Whether the remote has the branch as it is here, because somebody has pushed it with credentials that llmch does not take. */
const isThere = async (repo: Repository, remote: string, branch: string): Promise<boolean> => {
  const tip = await repo.branchTip(branch);
  return tip !== null && (await repo.resolveCommit(`refs/remotes/${remote}/${branch}`)) === tip;
};

const urlIn = (document: JsonObject | undefined): string | null =>
  document === undefined ? null : textMember(document, "url");
