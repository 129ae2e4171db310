import { accepted, member, type Refusal, type Result, refusal, rejected, textMember } from "@llmch/text";
import { type Repository, remoteBranches } from "@llmch/workspace";
import { askGh, listedIn } from "./gh.ts";
import type { Stack } from "./stack-layers.ts";
import { STACK_BRANCHES } from "./stack-record.ts";
import type { Layer, Listed } from "./stack-step.ts";

/**
 * The layers of a stack as its remote and GitHub have them, and why llmch cannot change them there; null if it can.
 * @param place null without a remote
 */
export const seenLayers = async (
  layers: readonly Layer[],
  place: Pick<Stack, "run" | "record" | "remote"> | null,
  signal: AbortSignal,
): Promise<Result<{ readonly layers: readonly Layer[]; readonly why: string | null }, Refusal>> => {
  if (place === null)
    return accepted({ layers: layers.map((layer) => withListed(layer, null)), why: "the repo has no remote" });
  const { record, remote } = place;
  const { repo } = place.run;
  const { base, branch, id } = record;
  const there = await remoteBranches(repo, branch, [base, `${STACK_BRANCHES}${id}/*`], signal);
  if (!there.ok) return rejected(refusal("push-failed", `the remote does not answer: ${there.issues[0]}`, "try again"));
  if (!there.value.has(base))
    return rejected(
      refusal("branch-missing", `${remote} has no branch ${base} that the stack could be merged into`, "push it"),
    );
  let why: string | null = null;
  const seen: Layer[] = [];
  for (const layer of layers) {
    const isKnown: boolean = layer.merged || why !== null;
    const asked: Result<Request | null, Refusal> = isKnown ? accepted(null) : await requestOf(layer, repo, signal);
    if (!asked.ok && asked.issues[0].code !== "program-missing") return asked;
    if (!asked.ok) why = asked.issues[0].message;
    const tip = there.value.get(layer.branch) ?? null;
    // What the remote has already is pushed, also if llmch ended before it could note that.
    const pushed = tip !== null && tip === layer.commit ? tip : layer.pushed;
    seen.push({ ...withListed(layer, asked.ok ? asked.value : null), tip, pushed });
  }
  return accepted({ layers: seen, why });
};

interface Request {
  readonly url: string | null;
  readonly listed: Listed;
}

/** What is known to be open, but cannot be looked at, is brought up to date. */
const withListed = (layer: Layer, request: Request | null): Layer => {
  if (request === null) return layer.url === null ? layer : { ...layer, listed: UNSEEN };
  return { ...layer, ...request, merged: request.listed.state === "MERGED" };
};
const UNSEEN: Listed = { state: "OPEN", base: "", title: "", body: "" };

/** The pull request of a layer on GitHub; null if there is none. A stranger's fork may have a branch of this name. */
const requestOf = async (
  { branch }: Layer,
  { root, env }: Repository,
  signal: AbortSignal,
): Promise<Result<Request | null, Refusal>> => {
  const args = ["pr", "list", "--head", branch, "--state", "all", "--limit", "100", "--json", LISTED];
  const asked = await askGh(args, { directory: root, env, signal });
  if (!asked.ok) return asked;
  const own = listedIn(asked.value).filter((each) => member(each, "isCrossRepository") !== true);
  for (const state of ["OPEN", "MERGED", "CLOSED"] as const) {
    const found = own.find((each) => textMember(each, "state") === state);
    if (found === undefined) continue;
    const [base = "", title = "", body = ""] = ["baseRefName", "title", "body"].map(
      (name) => textMember(found, name) ?? "",
    );
    return accepted({ url: textMember(found, "url"), listed: { state, base, title, body } });
  }
  return accepted(null);
};

const LISTED = "url,state,baseRefName,title,body,isCrossRepository";
