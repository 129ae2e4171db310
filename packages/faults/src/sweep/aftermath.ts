import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { filesBelow, GIT_ENVIRONMENT } from "@llmch/testkit";
import { DERIVED, GOOD, numbersTo } from "./answers.ts";
import { oldPathOf, pathOf } from "./part-paths.ts";
import { BRANCH, type Setting } from "./scenario.ts";

/** How many of the scenario's orders the branch has. Never throws: anything else on it is reported as a fault in words. */
export const committedOrders = ({ git, scenario }: Setting): number | string => {
  const subjects = git("log", "--format=%s", `main..${BRANCH}`)
    .split("\n")
    .filter((line) => line !== "")
    .reverse();
  const isExpected = subjects.every((subject, index) => subject.startsWith(`WO-0${index + 1}: `));
  if (!isExpected || subjects.length > scenario.orders) return `the branch has ${subjects.join("; ")}`;
  const all = git("ls-tree", "-r", "--name-only", BRANCH).split("\n");
  const isDerived = scenario.derives === true && subjects.length > 0;
  if (all.includes(DERIVED) !== isDerived) return `${subjects.length} commits, and the files ${all.join(", ")}`;
  const files = all.filter((path) => /^(?:part|old)-/.test(path));
  const expected = numbersTo(Math.max(scenario.orders, 2))
    .map((number) => (number <= subjects.length ? pathOf(number) : oldPathOf(number)))
    .sort();
  if (files.join() !== expected.join()) return `${subjects.length} commits, and the files ${files.join(", ")}`;
  const wrong = files
    .filter((path) => path.startsWith("part-"))
    .concat(isDerived ? [DERIVED] : [])
    .find((path) => `${git("show", `${BRANCH}:${path}`)}\n` !== GOOD);
  return wrong === undefined ? subjects.length : `${wrong} does not hold what was accepted`;
};

/**
 * What is wrong with the user's checkout and repo, or null. `before` is the earlier `checkoutOf`. If the user is on the branch, the
 * checkout follows completely, or it `stayed` as it was, and llmch said so.
 */
export const repoFault = (setting: Setting, before: string, committed: number, stayed = false): string | null => {
  const { repo, git, scenario } = setting;
  const after = checkoutOf(setting);
  const isForward = scenario.stands && committed > 0 && !stayed;
  if (!isForward && withoutStatus(after) !== withoutStatus(before)) {
    return `the user's checkout was changed:\n${before}\n${after}`;
  }
  const status = git("--no-optional-locks", "status", "--porcelain");
  if (status !== "" && !stayed) return `the user's checkout is not clean: ${status}`;
  // Only git removes a half-written object, by `git gc`.
  const isLeft = (path: string) =>
    /\.lock$|\.llmch-|llmch-.*\.tmp$/.test(path) || (!stayed && path === "llmch-forward");
  const locks = filesBelow(join(repo, ".git")).filter(isLeft);
  if (locks.length > 0) return `left in .git: ${locks.join(", ")}`;
  const strays = filesBelow(repo).filter((path) => path.includes(".llmch-"));
  if (strays.length > 0) return `left in the checkout: ${strays.join(", ")}`;
  return fsckFault(repo);
};

const withoutStatus = (checkout: string): string => checkout.replace(/"status": .*/, "");

/** The checkout without what changes when the working branch moves. */
export const checkoutOf = ({ checkout }: Setting): string => {
  const { refs: _, ...rest } = checkout();
  return JSON.stringify(rest, null, 1);
};

/** What is left of a run that is over: worktrees, temporary files, the run's reserve. */
export const leftoversOf = (setting: Setting): readonly string[] => {
  const { artifacts } = setting;
  const ofRuns = existsSync(artifacts) ? filesBelow(artifacts).filter((path) => /\.reserve$|\.tmp$/.test(path)) : [];
  // Git prints a worktree's commit after its path.
  const places = setting.leftovers().map((line) => line.replace(/ {2,}[0-9a-f]+ [([].*$/, ""));
  // If the cache folder failed, git's view of the repo is kept here, for later runs too.
  const kept = `llmch-${process.getuid?.() ?? ""}`;
  return [...new Set([...places, ...ofRuns])].filter((path) => path !== kept);
};

const fsckFault = (repo: string): string | null => {
  try {
    execFileSync("git", ["fsck", "--full", "--no-dangling", "--no-progress"], {
      cwd: repo,
      env: GIT_ENVIRONMENT,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
    return null;
  } catch (fault) {
    return `git fsck: ${fault instanceof Error ? fault.message : String(fault)}`;
  }
};
