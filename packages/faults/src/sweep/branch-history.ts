import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { BRANCH, type Setting } from "./scenario.ts";

/** The commit of a branch of the scene, read without git. */
export const tipOf = ({ repo }: Setting, branch: string = BRANCH): string =>
  readFileSync(join(repo, ".git/refs/heads", branch), "utf8").trim();

/**
 * How many orders the branch holds above a commit, or what is wrong with it in words. Each commit must belong to one order, in sequence,
 * and say so in its trailers. Reads without git, which is slow for frequent questions.
 */
export const ordersAbove = (setting: Setting, base: string): number | string => {
  const subjects: string[] = [];
  for (let id = tipOf(setting); id !== base; ) {
    if (!/^[0-9a-f]{40}$/.test(id)) return `the branch leads to ${JSON.stringify(id)}`;
    const object = join(setting.repo, ".git/objects", id.slice(0, 2), id.slice(2));
    if (!existsSync(object)) return `the branch leads to ${id}, which is not there`;
    const commit = inflateSync(readFileSync(object)).toString("utf8");
    if (!/^Llmch-Run: /m.test(commit)) return `the branch leads to ${id}, which is no order's`;
    subjects.unshift(commit.slice(commit.indexOf("\n\n") + 2).split("\n", 1)[0] ?? "");
    id = /^parent ([0-9a-f]+)$/m.exec(commit)?.[1] ?? "none";
  }
  const isExpected = subjects.every((subject, index) => subject.startsWith(`WO-0${index + 1}: `));
  return isExpected && subjects.length <= setting.scenario.orders
    ? subjects.length
    : `the branch has ${subjects.join("; ")}`;
};
