import { showInPager } from "@llmch/process";
import { findRun, storedStory, storedSummaries } from "@llmch/records";
import { resolveArtifactsRoot } from "@llmch/store";
import type { BuildStory, OrderStory, ScheduleStory } from "@llmch/story";
import { accepted, printableText, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { configValue, isOfRepo, openRepository, type Repository } from "@llmch/workspace";
import { z } from "zod";
import type { OperationContext } from "../context.ts";
import { artifactsDir, run, text } from "../description/members.ts";
import { describe, type RequestOf, type ResultOf } from "../description/operation.ts";
import { done, type Outcome, refused } from "../outcome.ts";
import { chooseOrder, idOf } from "../runs/show/choose.ts";
import { waitingInWords, waitingWork } from "../runs/show/waiting-work.ts";

export const description = /* @__PURE__ */ describe(() => ({
  name: "diff",
  topic: "Look",
  sentence:
    "show what a run changed, as git's own diff of its branch against its start, or of one order's commit; or its work that waits",
  may: "read",
  argument: { member: "run", shown: "[run]" },
  request: z.strictObject({
    run: run(),
    order: text().optional().describe("only this order's commit").meta({ flag: null, argument: "[order]" }),
    artifactsDir: artifactsDir(),
  }),
  result: z.object({
    ...{ from: z.string(), to: z.string(), patch: z.string() },
    waits: z
      .string()
      .optional()
      .describe("the order whose work it is, if that waits for a decision and has not landed"),
  }),
  examples: ["diff", "diff last WO-02"],
}));

export interface DiffDrawing {
  readonly patch: Buffer;
  /** Shows it in the user's pager; false if there is none. */
  page(isColored: boolean): Promise<boolean>;
}

/** The difference that a run made. Git reads it as in the user's own settings, but runs nothing that the repo names. */
export const operate = async (
  { run: named, order: chosen, artifactsDir }: RequestOf<typeof description>,
  { env, cwd, secrets, signal }: OperationContext,
): Promise<Outcome<ResultOf<typeof description>, DiffDrawing>> => {
  // An order alone is one of the newest run.
  const isOrder = chosen === undefined && named !== undefined && /^WO-\d+$/i.test(named);
  const [run, order] = isOrder ? [undefined, named] : [named, chosen];
  const root = resolveArtifactsRoot(artifactsDir, env, cwd);
  const found = findRun(storedSummaries(root), run, ["factory", "run-all", "build"]);
  if (!found.ok) return refused(found.issues);
  const whole = storedStory(root, found.value);
  const waiting = await waitingWork(whole, root, { env, secrets }, order === undefined ? null : idOf(order));
  if (waiting?.ok === false) return refused(waiting.issues);
  const work = waiting?.value ?? null;
  const window = whole.kind === "build" && order !== undefined ? windowOf(whole, order) : null;
  const story = chooseOrder(window === null ? whole : storedStory(root, { kind: "run-all", runId: window }), order);
  if (!story.ok) return refused(story.issues);
  if (story.value.kind === "planner" || story.value.kind === "ask")
    return refused([refusal("usage", `${found.value.runId} is no run of orders`, "name one that `llmch runs` lists")]);
  const { run_id: runId, config } = story.value;
  const opened = await openRepository(config?.repo ?? cwd, env);
  if (!opened.ok) return refused(opened.issues);
  const { git, configuration, root: directory, commonDir } = opened.value;
  const range = work === null ? await rangeOf(story.value, opened.value) : accepted(work);
  if (!range.ok) return refused(range.issues);
  const { from, to } = range.value;
  const diff = async (...flags: readonly string[]): Promise<Buffer> => {
    const bytes: Buffer[] = [];
    const told = await git.ask((people) => {
      people.outputHandler((_, stdout) => void stdout.on("data", (chunk: Buffer) => bytes.push(chunk)));
      return people.diff([...flags, ...RUNS_NOTHING, from, to, "--"]);
    }, signal);
    if (!told.ok) throw new Error(`git diff failed: ${told.issues[0]}`);
    return Buffer.concat(bytes);
  };
  const waits = work === null ? null : `${waitingInWords(work)}\n\n${work.patch}`;
  const patch = waits === null ? await diff() : Buffer.from(waits);
  const page = async (isColored: boolean): Promise<boolean> => {
    const own = (await configuration()).filter((entry) => !isOfRepo(entry));
    const colors = await git.read("config", "--get-colorbool", "color.diff", "true");
    const isUsual = isColored && colors.ok && colors.value.trim() === "true";
    const pager =
      env.GIT_PAGER ?? configValue(own, "pager.diff") ?? configValue(own, "core.pager") ?? env.PAGER ?? "less";
    const place = { env, cwd: directory, notFrom: [directory, commonDir] };
    if (pager === "" || pager === "cat") return false;
    const paged = waits === null ? diff(...(isUsual ? ["--color=always"] : [])) : Buffer.from(printableText(waits));
    return showInPager(pager, await paged, place);
  };
  const result = work === null ? { patch: patch.toString() } : { patch: work.patch, waits: work.order };
  return done({ from, to, ...result }, { runId, drawing: { patch, page } });
};

const RUNS_NOTHING = ["--no-ext-diff", "--no-textconv", "--end-of-options"];

/** The run-all that carried out an order of a build; null if none did. */
const windowOf = ({ windows }: BuildStory, order: string): string | null =>
  windows.find(({ orders }) => orders.some(({ id }) => id === idOf(order)))?.run ?? null;

/** The two commits to compare: a run's branch as it is by now with the commit that it began from, or one commit with that before it. */
const rangeOf = async (
  story: OrderStory | ScheduleStory | BuildStory,
  repo: Repository,
): Promise<Result<{ readonly from: string; readonly to: string }, Refusal>> => {
  const isOne = story.kind === "factory";
  const last =
    story.kind === "factory"
      ? story.commit?.commit
      : story.kind === "run-all"
        ? story.tip
        : story.windows.flatMap(({ orders }) => orders.flatMap(({ commit }) => commit ?? [])).at(-1);
  if (last === undefined)
    return rejected(
      refusal("usage", `the run ${story.run_id} made no commit`, `\`llmch show ${story.run_id}\` says why`),
    );
  const tip = isOne || story.branch === null ? null : await repo.branchTip(story.branch);
  const to = tip ?? (await repo.resolveCommit(last));
  const from = await repo.resolveCommit(isOne || story.baseline === null ? `${last}^` : story.baseline);
  if (from === null || to === null)
    return rejected(
      refusal("unknown-commit", `${repo.root} does not hold the run's commits`, "fetch them, or name another run"),
    );
  return accepted({ from, to });
};
