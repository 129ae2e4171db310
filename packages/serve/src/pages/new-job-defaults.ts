import { basename } from "node:path";
import { isJsonObject, type JsonValue, member, objectMember } from "@llmch/text";
import type { Host } from "../host.ts";
import { lookFor } from "./look-for.ts";

/** What `factory.executor` means to whoever chooses one. */
export const NO_EXECUTOR = { none: "the model" };
/** What becomes of a branch, by `factory.push`. */
export const PUSHES = { never: "stays here", end: "pushed once it has passed", each: "pushed commit by commit" };

export type Defaults = Awaited<ReturnType<typeof defaultsIn>>;

/** The repos that the form offers, and in words what holds for a field that stays empty, as their settings say. */
export const defaultsIn = async (host: Host) => {
  const repos = host.repos.length === 0 ? [host.cwd] : host.repos;
  const settings = await Promise.all(
    repos.map(async (repo) => {
      const { result } = await lookFor("config", { repo }, repo, host);
      return isJsonObject(result) ? objectMember(result, "settings") : {};
    }),
  );
  const told = (name: string, words: Readonly<Record<string, string>> = {}): string => {
    const values = settings.map((each) => inWords(member(objectMember(each, name), "value")));
    const [one = "", ...others] = values.map((text) => words[text] ?? text);
    if (others.every((other) => other === one)) return one;
    return [one, ...others].map((each, at) => `${each} (${basename(repos[at] ?? "")})`).join(", ");
  };
  const [planner, factory] = [told("planner.model"), told("factory.model")];
  return {
    repos: host.repos,
    model: planner === factory ? planner : `${planner} plans, and ${factory} carries out`,
    budget: told("budget.usd", { none: "no limit" }),
    jobs: told("run.jobs"),
    executor: told("factory.executor", NO_EXECUTOR),
    push: told("factory.push", PUSHES),
    // Of the user's own settings alone: the same for every repo.
    executors: Object.keys(objectMember(objectMember(settings[0] ?? {}, "executors"), "value")),
  };
};

const inWords = (value: JsonValue | undefined): string => {
  if (value === undefined) return "as the settings say";
  return value === null ? "none" : isJsonObject(value) ? "your own" : [value].flat().join(", ");
};
