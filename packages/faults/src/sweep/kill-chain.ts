import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Finished, filesBelow, type SceneInvocation, sha256 } from "@llmch/testkit";
import { checkoutOf, committedOrders, leftoversOf, repoFault } from "./aftermath.ts";
import { type Answers, oldFiles } from "./answers.ts";
import { ordersAbove, tipOf } from "./branch-history.ts";
import { paidTwice } from "./paid-twice.ts";
import { BRANCH, type Setting } from "./scenario.ts";
import { type Killing, withoutTrace } from "./strike.ts";

/** The most kills of one scene. */
const MOST_KILLS = 8;
/** A user who resumes this often without a kill, and is still not done, has a reason to complain. */
const MOST_SESSIONS = 5;

export interface Chain {
  readonly setting: Setting;
  readonly answers: Answers;
  /** What strikes the first session, each session that starts over, and each resumption. */
  readonly first: Killing;
  start(): Killing;
  resume(): Killing;
  /** The most strikes. */
  readonly most?: number;
  /** What else is wrong after a session that was struck, or null. */
  after?(struck: Struck): Promise<string | null>;
}

/** A session that was struck, as it ended. */
export interface Struck {
  readonly finished: Finished;
  /** How many orders are committed. */
  readonly committed: number;
  /** True if the session found nothing that is left to do. */
  readonly isOver: boolean;
  /** The user's checkout before all sessions. */
  readonly standing: string;
  /** Whether it stayed behind the branch, and llmch said so. */
  readonly stayed: boolean;
}

/** Kills, resumes and kills again. Returns how many kills there were, and what is wrong after any of them, or null. */
export const killChain = async (chain: Chain): Promise<{ readonly kills: number; readonly fault: string | null }> => {
  const { setting, answers, most = MOST_KILLS } = chain;
  const env = answers.settings(setting.key);
  const standing = checkoutOf(setting);
  const files = userFilesOf(setting);
  const base = tipOf(setting);
  const paid = paidTwice(setting.artifacts, () => answers.asked(setting.key));
  const told: string[] = [`${setting.scenario.name}:`];
  let kills = 0;

  const live = async (name: string, killing: Killing | null, run: (session: SceneInvocation) => Promise<Finished>) => {
    const { under = [], onOutput } = killing ?? {};
    const session = { under, env: { ...env, ...killing?.env }, ...(onOutput === undefined ? {} : { onOutput }) };
    const finished = await run(session);
    const struck = killing?.struck() ?? [];
    kills += struck.length === 0 ? 0 : 1;
    const stderr = withoutTrace(finished.stderr);
    const how = struck.map((call) => `killed at ${call.replaceAll(setting.root, "").slice(0, 160)}; `).join("");
    told.push(`    ${name}: ${how}${finished.code ?? finished.signal} ${finished.stdout}${stderr}`.trimEnd());
    const isOver = stderr.includes("there is no unfinished run");
    return { isStruck: struck.length > 0, isOver, finished: { ...finished, stderr } };
  };
  const resume = ["resume", "--artifacts-dir", setting.artifacts, "--no-color"];
  const start = (killing: Killing | null) => live("started", killing, setting.start);
  const resumed = (killing: Killing | null) => live("resumed", killing, (session) => setting.llmch(resume, session));
  const wrong = (): string | null => {
    const orders = ordersAbove(setting, base);
    return typeof orders === "string" ? orders : (userFault(setting, files) ?? paid());
  };
  const ended = (fault: string | null) => ({
    kills,
    fault: fault === null ? null : `${fault}\n${told.join("\n").replaceAll("\n", "\n      ")}`,
  });

  const stayed = () => told.some((said) => said.includes("stayed behind"));
  /** What is wrong after a strike, or null. */
  const faultAfter = async ({ finished, isOver }: typeof session): Promise<string | null> => {
    const committed = ordersAbove(setting, base);
    const fault = wrong();
    if (fault !== null || typeof committed === "string") return fault;
    return (await chain.after?.({ finished, committed, isOver, standing, stayed: stayed() })) ?? null;
  };

  let session = await start(chain.first);
  while (session.isStruck) {
    const fault = await faultAfter(session);
    if (fault !== null) return ended(fault);
    if (kills === most) break;
    session = await resumed(chain.resume());
    // A kill before the run began left nothing to resume.
    const isToStart = session.isOver && !session.isStruck && ordersAbove(setting, base) !== setting.scenario.orders;
    if (isToStart) session = await start(chain.start());
  }
  const isDone = () =>
    (session.finished.code === 0 || session.isOver) && ordersAbove(setting, base) === setting.scenario.orders;
  for (let sessions = 0; !isDone(); sessions++) {
    const fault = wrong();
    if (fault !== null) return ended(fault);
    if (sessions === MOST_SESSIONS) return ended(`not over after ${sessions} more sessions`);
    session = await resumed(null);
    if (session.isOver && !isDone()) session = await start(null);
  }
  const committed = committedOrders(setting);
  const fault = wrong();
  if (fault !== null || committed !== setting.scenario.orders) {
    return ended(fault ?? `it is over, and ${committed} orders are committed`);
  }
  const untidy = () => repoFault(setting, standing, committed, stayed()) ?? leftFault(setting);
  // If a run that was over could not clear something, the next run does. By then all orders are done.
  if (untidy() !== null) await live("the next run", null, setting.again);
  return ended(untidy() ?? (setting.scenario.jobs !== undefined ? await auditFault(setting) : null));
};

/** The commits of parallel orders must be what one by one would have made. */
const auditFault = async ({ llmch, repo, artifacts }: Setting): Promise<string | null> => {
  const { code, stdout, stderr } = await llmch([
    ...["audit", "--branch", BRANCH, "--repo", repo, "--artifacts-dir", artifacts, "--no-color"],
  ]);
  return code === 0 ? null : `the audit ends with ${code}: ${stdout}${stderr}`;
};

/** What is left of a run that is over, in words, or null. */
export const leftFault = (setting: Setting): string | null => {
  const left = leftoversOf(setting);
  return left.length === 0 ? null : `left: ${left.join(", ")}`;
};

/** The user's state, read without git: each file with its hash, and the index and HEAD if neither may move. */
const userFilesOf = ({ repo, scenario }: Setting): ReadonlyMap<string, string> =>
  new Map(
    filesBelow(repo)
      .filter((path) => !path.startsWith(".git/") || path === ".git/config" || (!scenario.stands && OWN.includes(path)))
      .map((path) => [path, sha256(readFileSync(join(repo, path)))]),
  );

const OWN = [".git/index", ".git/HEAD"];

/**
 * What differs from the earlier state. The checkout of a user on the branch follows it, perhaps only half: then files are
 * added, and those that the orders rename are gone.
 */
const userFault = (setting: Setting, before: ReadonlyMap<string, string>): string | null => {
  const after = userFilesOf(setting);
  const mayGo = (path: string) =>
    setting.scenario.stands && Object.hasOwn(oldFiles(setting.scenario.orders), path) && !after.has(path);
  const changed = [...before].find(([path, hash]) => after.get(path) !== hash && !mayGo(path));
  if (changed !== undefined) return `the user's ${changed[0]} was changed`;
  const added = [...after.keys()].filter((path) => !before.has(path));
  return setting.scenario.stands || added.length === 0 ? null : `in the user's checkout there is ${added.join(", ")}`;
};
