import { resolve } from "node:path";
import type { Submitted } from "@llmch/app/queue";
import { accepted, type Environment, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { checkoutAt, configValue, openRepository, withoutAnyCredentials } from "@llmch/workspace";
import { isAddress, isLocal } from "../transport/remote.ts";

/** The address of a request's repo, by which workers fetch it, and the request as it is judged here. */
export const addressOf = async (
  submitted: Submitted,
  { env, cwd }: { readonly env: Environment; readonly cwd: string },
): Promise<Result<{ readonly url: string; readonly submitted: Submitted }, Refusal>> => {
  const { repo, ...request } = submitted.request;
  // A folder here is no address, even if its path could be one.
  const checkout =
    typeof repo === "string" && !(isAddress(repo) && !isLocal(repo)) ? checkoutAt(resolve(cwd, repo)) : null;
  if (typeof repo === "string" && checkout === null) {
    if (isAddress(repo)) return accepted({ url: withoutAnyCredentials(repo), submitted: { ...submitted, request } });
    return rejected(refusal("not-a-git-repo", `${repo} is no git repo`, "name a checkout, or the address of a repo"));
  }
  const folder = checkout ?? checkoutAt(cwd);
  if (repo === false || folder === null)
    return rejected(refusal("not-a-git-repo", "over a database, work wants a repo", "name its address with --repo"));
  const opened = await openRepository(folder, env);
  if (!opened.ok) return opened;
  const told = configValue(await opened.value.configuration(), "remote.origin.url");
  if (told === null)
    return rejected(
      refusal("usage", `${folder} has no remote, and workers fetch a repo by its address`, "`git remote add origin …`"),
    );
  const url = isAddress(told) ? withoutAnyCredentials(told) : resolve(folder, told);
  return accepted({ url, submitted: { ...submitted, request: { ...request, repo: folder } } });
};
