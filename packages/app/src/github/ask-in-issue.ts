import { join, resolve } from "node:path";
import { askedInRun, type Need } from "@llmch/contract";
import { readTextFile } from "@llmch/files";
import { SPEC_COPY } from "@llmch/plan";
import { waitingRuns } from "@llmch/records";
import { resolveArtifactsRoot } from "@llmch/store";
import { accepted, printable, type Refusal, type Result, refusal, rejected, sha256Hex } from "@llmch/text";
import type { OperationContext } from "../context.ts";
import { done, waits } from "../outcome.ts";
import { recordDecision } from "../runs/resume/record-decision.ts";
import { askGh } from "./gh.ts";
import { askedIn, commentsIn, commentText, questionsText } from "./issue-questions.ts";

/**
 * Asks the questions of a plan that waits in an issue, once; then takes the answers of those who may write to the repo (contract §10). The
 * plan is this store's, else it is fetched from the job that asked.
 * @returns the run to go on with; or how this ended, if it has to wait or nothing waits
 */
export const askInIssue = async (
  issue: string,
  { run: named, repo, artifactsDir }: { readonly [member in "run" | "repo" | "artifactsDir"]?: string | undefined },
  context: OperationContext,
): Promise<Result<string | ReturnType<typeof waits>, Refusal>> => {
  const { env, cwd, signal, face } = context;
  const number = Number(/^#?(\d{1,10})$/.exec(issue)?.[1]);
  if (Number.isNaN(number)) return rejected(refusal("usage", `--issue ${issue} is no issue`, "give its number"));
  if (named !== undefined) return rejected(refusal("usage", "a run and --issue exclude each other", "keep one"));
  const root = resolveArtifactsRoot(artifactsDir, env, cwd);
  // A record that is fetched may be large.
  const place = { directory: resolve(cwd, repo ?? context.here), env, signal, limitMs: 120_000 };
  const gh = (...args: readonly string[]) => askGh(args, place);
  const told = await gh("issue", "view", `${number}`, "--json", "comments");
  if (!told.ok) return told;
  let plan = await waitingPlan(root, { number }, context);
  const thread = askedIn(commentsIn(told.value), plan?.sha256);
  const job = `${env.GITHUB_RUN_ID ?? 0}-${env.GITHUB_RUN_ATTEMPT ?? 0}`;
  const say = (says: string, text: string) =>
    gh("issue", "comment", `${number}`, "--body", commentText(says, { ...plan, job }, text));
  const hint = () => `answer it in the issue ${number}`;
  if (thread === null && plan !== null) {
    const said = await say("asked", questionsText(plan.questions));
    return said.ok ? accepted(waits(plan.needs, hint)) : said;
  }
  const { asked, later = [], answered } = thread ?? {};
  // The job that took the answers may be run again.
  const isOver = answered != null && answered.job.split("-")[0] !== env.GITHUB_RUN_ID;
  if (asked === undefined || (plan === null && isOver)) {
    face.notes(`no question of llmch's waits in the issue ${number}`);
    return accepted(done({ kind: "waiting", needs: [] }));
  }
  if (plan === null) {
    const [id = ""] = asked.job.split("-");
    const fetched = await gh("run", "download", id, "--name", `llmch-${asked.job}`, "--dir", root);
    if (!fetched.ok) return fetched;
    plan = await waitingPlan(root, asked, context);
  }
  if (plan?.sha256 !== asked.sha256)
    return rejected(refusal("no-such-run", `the job ${asked.job} kept no plan with these questions`, "plan it again"));
  const { questions, needs, run } = plan;
  const taken = new Map<number, readonly [author: string, text: string]>();
  for (const { author, url, answers } of later.filter((each) => each.answers.size > 0)) {
    const user = /^[\w-]{1,39}$/.exec(author)?.[0] ?? "-";
    const may = await gh("api", `repos/{owner}/{repo}/collaborators/${user}/permission`, "--jq", ".permission");
    const permission = may.ok ? may.value.trim() : may.issues[0].message;
    if (permission === "write" || permission === "admin")
      for (const [at, text] of answers) taken.set(at, [author, text]);
    else face.notes(printable(`passed over what ${author} answered (${permission}): ${url}`));
  }
  const answerTo = ({ id }: Need) => taken.get(questions.findIndex((each) => each.id === id) + 1);
  const open = needs.filter((need) => answerTo(need) === undefined);
  if (open.length > 0) return accepted(waits(open, hint));
  // From then on a comment begins nothing more.
  const said = answered == null ? await say("answered", "llmch goes on with the answers.") : told;
  if (!said.ok) return said;
  for (const need of needs) {
    const [author, text = ""] = answerTo(need) ?? [];
    const by = { through: face.caller.through, client: `GitHub, ${author}` };
    // An empty answer takes what is assumed.
    const answer = { decision: "answer", text: text.replace(/^as assumed\W*$/i, ""), ...by } as const;
    const recorded = await recordDecision(root, { ...need, run }, answer, context);
    if (!recorded.ok) return recorded;
  }
  return accepted(run);
};

/** The newest plan that waits with questions: that run, or one of which nothing says that it was made from another issue. */
const waitingPlan = async (
  root: string,
  { run, number }: { readonly run?: string; readonly number?: number },
  { env, signal }: Pick<OperationContext, "env" | "signal">,
) => {
  for await (const { stored, needs } of waitingRuns(root, env, signal)) {
    const { runId, directory, journal } = stored;
    const [begun] = journal.events;
    const planned = begun?.type === "plan_started" ? (begun.config.source?.number ?? number) : null;
    if (planned === null || (run === undefined ? planned !== number : runId !== run)) continue;
    const { questions } = askedInRun(journal.events);
    const spec = await readTextFile(join(directory, SPEC_COPY), { links: "none" });
    return { run: runId, questions, needs, sha256: sha256Hex(JSON.stringify([spec.ok && spec.value, questions])) };
  }
  return null;
};
