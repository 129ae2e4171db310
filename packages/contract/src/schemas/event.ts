import { z } from "zod";
import { baselineSourceSchema } from "./baseline-verification.ts";
import { candidateEndSchema } from "./candidate-end.ts";
import { diagnosticSchema } from "./diagnostic.ts";
import { usageSchema } from "./exchange.ts";
import { failureBriefSchema, STAGE } from "./failure-brief.ts";
import { saidObjectionSchema } from "./objection.ts";
import { toldNoteSchema } from "./review.ts";
import { planConfigSchema, runConfigSchema } from "./run-config.ts";
import { verdictSchema as verdict } from "./run-summary.ts";

const strings = z.array(z.string()).readonly();
const count = z.number().int();
const milliseconds = z.number().describe("In milliseconds.");
const commandPhase = z
  .enum(["baseline", "baseline_acceptance", "check", "derive", "fix", "verify", "acceptance", "review"])
  .describe(
    "Which gate asked for the command; before the first question `baseline` and `baseline_acceptance`; `check` on a draft, `review` to prove what a reviewer claims.",
  );
const step = z
  .enum(["propose", "validate", "apply", "derive", "verify", "accept", "review", "finalize"])
  .describe("A gate of the attempt, or what follows the last.");
const format = count.describe("Version of the event format.");
const usage = z.object(usageSchema.shape);
const diagnostics = z.array(diagnosticSchema).readonly();
const attempt = count.describe("Counts from 1.");
const round = count
  .optional()
  .describe("Which proposal of the attempt, from 1; left out for the first. Later ones follow notes of a review.");
const candidate = count
  .optional()
  .describe("Which of the attempt's competing proposals, from 1; left out for the first.");
const maxAttempts = count.describe("How many there may be.");
const order = z.string().describe("The order's id, such as WO-01.");
const model = z.string().describe("The model that is asked; several if one stands in for another.");
const branch = z.string().describe("The working branch.");
const baseline = z.string().describe("The commit that the work starts from.");
const key = z
  .string()
  .describe("What the exchange is called: `plan/attempt-N` or `WO-NN/attempt-N`, and what tells further calls apart.");
const provider = z.string().describe("Who served it: `openai`, `anthropic`, `compatible:NAME`, `local` or `replay`.");
const atMost = z.object({
  tokens: count.describe("In and out."),
  usd: z.number().nullable().describe("Null if the price is not known."),
});
/** What a model call cost. Older journals do not record it. */
const charge = {
  asked_model: z.string().optional().describe("The model that was asked, by its name in llmch."),
  cost_usd: z.number().nullable().optional().describe("By the prices of the day; null if they are not known."),
  lost_calls: count.optional().describe("Calls that broke off: they may have been billed, but nothing is known."),
  untold: atMost
    .optional()
    .describe("The most that calls without a report can have taken; it counts against a budget."),
};
const command = z.string().describe("As the order, or the repo's verification, spells it.");
const setupKey = z.string().describe("Which installation: a hash of the commands, the folders and the lockfiles.");
const again = z.boolean().optional().describe("True if it runs once more on the same tree, because it failed.");
const index = count.describe("Which of the phase's commands, from 0.");
const files = strings.describe("The files of the proposal, and those that commands made for it.");
const drift = strings.describe(
  "Files that changed outside the proposal; not committed. Of more than 500, the last entry is how many more.",
);
const ok = z.boolean().describe("Whether it succeeded.");
const exitCode = count.describe("The exit code of the command of llmch.");

const designSha256 = z
  .string()
  .optional()
  .describe("Of the design that lay beside the orders; left out if there was none.");

/** A revision of an order: the whole of it is kept as `revision_N/work_order.json`. */
const revision = {
  revision: count.describe("Counts from 1."),
  order,
  from_sha256: z.string().describe("Of the order that it mends."),
  work_order_sha256: z.string().nullable().describe("Of the mended order; null if there is none."),
};

/** Events of a speculation carry its number; they count only if the speculation is adopted. */
const speculation = count.optional().describe("Which speculation it belongs to, from 1; left out if to none.");

/** Events of a child carry its id. */
const child = z
  .string()
  .optional()
  .describe("The child of a divided order that it is about; left out if it is about the order itself.");

/** One kind of event with its fields, without its place in the journal. */
const kind = <Type extends string, Members extends z.core.$ZodLooseShape>(type: Type, members: Members) =>
  z.object({ type: z.literal(type).describe("What happened."), ...members });

/** Everything that can happen in a run (contract §7): planning, one order's attempts, and a schedule of orders. */
export const eventBodySchema = z.discriminatedUnion("type", [
  kind("plan_started", {
    format,
    spec: z.string().describe("The spec's file as it was given, or `-`."),
    model,
    max_attempts: maxAttempts,
    config: planConfigSchema,
  }),
  kind("ask_started", {
    format,
    question: z.string().describe("What the user asked."),
    repo: z.string().describe("The repo that it is about, absolute."),
    commit: z.string().describe("The commit whose files are looked at."),
    model,
    helpers: count.describe("How many parts of the question may be handed on."),
  }),
  kind("ask_answered", {
    citations: count.describe("Places in the files that the answer names."),
    struck: count.describe("Citations that name no place, and do not count."),
    parts: count.describe("Parts of the question that were handed on."),
  }),
  kind("compile_attempt_started", { attempt, max_attempts: maxAttempts }),
  kind("compile_attempt_judged", {
    attempt,
    errors: diagnostics.describe("What blocks the plan; empty if it passes."),
    warnings: diagnostics.describe("What does not block it."),
  }),
  kind("designed", {
    sha256: z.string().describe("Of the design, `design/design.json`."),
    modules: count.describe("How many parts it tells of."),
    interfaces: count.describe("How many things that one part takes from another."),
    names: count.describe("How many names."),
    decisions: count.describe("How many decisions."),
    attempts: count.describe("How often the model was asked for it; 0 if it lay in the plan's folder."),
  }),
  kind("undesigned", { why: z.string().describe("Why there is no design; the orders are carried out without it.") }),
  kind("plan_written", {
    work_orders: count.describe("How many."),
    directory: z.string().describe("Relative to the run's directory."),
  }),

  kind("schedule_started", {
    format,
    branch,
    baseline,
    orders: z
      .array(z.object({ order, sha256: z.string().describe("Of the order without provenance and `$schema`.") }))
      .readonly()
      .describe("What is to be carried out, in that order."),
    skipped: strings.describe("Orders that the branch's history shows done."),
    design_sha256: designSha256,
    config: runConfigSchema,
  }),
  kind("order_run_started", { order, run: z.string().describe("The id of the order's own run.") }),
  kind("order_run_ended", {
    order,
    run: z.string().describe("The id of the order's own run."),
    verdict,
    exit_code: exitCode,
    commit: z.string().nullable().describe("The commit that it became, if any."),
    seal: z.string().nullable().describe("The head of the run's seal; null if it could not be sealed."),
    stage: STAGE.nullable().optional().describe("The gate that its last attempt ended at; null if it passed."),
  }),

  kind("order_started", {
    format,
    order,
    title: z.string().describe("The order's title."),
    work_order_sha256: z.string().describe("Of the order without provenance and `$schema`."),
    branch,
    baseline,
    model,
    schedule: z.string().nullable().describe("The id of the run-all that this run is a part of."),
    design_sha256: designSha256,
    config: runConfigSchema,
  }),
  kind("setup_started", {
    key: setupKey,
    commands: strings.describe("What installs the dependencies, one after the other."),
    cached: z.boolean().describe("Whether an earlier installation is taken instead."),
  }),
  kind("setup_finished", {
    key: setupKey,
    ok,
    cached: z.boolean().describe("Whether an earlier installation was taken."),
    command: z.string().nullable().describe("The command that failed; null if none did."),
    exit_code: count.nullable().describe("Of that command; null if it did not end by itself."),
    duration_ms: milliseconds,
  }),
  kind("baseline_verified", {
    source: baselineSourceSchema,
    ok: z.boolean().describe("Whether every command passed."),
    red: z
      .array(
        z.object({
          command,
          exit_code: count.nullable().describe("Null if it did not end by itself."),
          failures: strings.describe("What failed, each by its name and its file; empty if nothing is named."),
        }),
      )
      .readonly()
      .describe("The commands that failed on the baseline. What they name is not held against the order."),
    flaky: strings.describe("What failed one time of two."),
    duration_ms: milliseconds,
  }),
  kind("acceptance_tried", {
    baseline,
    commands_sha256: z.string().describe("Of the acceptance commands, as a list in canonical JSON."),
    failed: z
      .string()
      .nullable()
      .describe(
        "The command that did not hold on the baseline, which settles it; null if all held: then they tell nothing.",
      ),
    duration_ms: milliseconds,
  }),
  kind("attempt_started", { attempt, max_attempts: maxAttempts }),
  kind("step_started", { attempt, step, round, candidate }),
  kind("step_finished", {
    attempt,
    step,
    round,
    candidate,
    ok,
    duration_ms: milliseconds,
    detail: z.string().nullable().describe("What came of it, in words."),
  }),
  kind("model_asked", { key, at_most: atMost.optional().describe("The most that one call for it can take.") }),
  kind("model_retried", {
    key,
    reason: z.string().describe("Why."),
    wait_ms: milliseconds,
    at_most: atMost.optional().describe("The most that the question has taken once the call that follows is made."),
  }),
  kind("answer_limited", {
    key,
    max_output_tokens: count.describe("How many tokens the answer may have, so that the call stays within the budget."),
    instead_of: count.describe("How many it may have by the settings."),
    at_most: atMost.describe("The most that the question has taken once the call that follows is made."),
  }),
  kind("model_answered", {
    key,
    duration_ms: milliseconds,
    usage: usage.nullable().describe("Null if the provider did not tell."),
    model: z.string().describe("The model that answered, as its server names it."),
    provider: provider.optional(),
    ...charge,
  }),
  kind("model_failed", {
    key,
    reason: z.string().describe("A code."),
    message: z.string().describe("The same in words."),
    usage: usage.nullable().optional().describe("What was used up anyway; null if nothing is known of it."),
    ...charge,
  }),
  kind("limit_reached", {
    limit: z.enum(["usd", "tokens", "minutes"]).describe("Which limit of the budget."),
    cap: z.number().describe("The limit, in US dollars, tokens or minutes."),
    spent: z.number().describe("What was spent when it was reached."),
    needed: z.number().describe("What the next call could have taken at most; 0 for minutes."),
  }),
  kind("answer_reused", { key }),
  kind("tool_called", {
    key,
    index: count.describe("Which call of the turn, from 0."),
    tool: z.string().describe("As the model named it, cut if it is long."),
    ok: z.boolean().describe("Whether it did what was asked; if not, the model was told why."),
    bytes: count.describe("Of what it showed the model."),
    duration_ms: milliseconds,
  }),
  kind("objected", {
    attempt,
    turn: count.describe("Which question of the attempt it answers, from 1."),
    candidate,
    objection: saidObjectionSchema,
  }),
  kind("revision_proposed", {
    ...revision,
    errors: diagnostics.describe("What was wrong with the last answer; empty if the revision may be taken up."),
    warnings: diagnostics.describe("What does not keep it from being taken up."),
  }),
  kind("order_revised", {
    ...revision,
    asked: z
      .boolean()
      .describe(
        "Whether the user agreed to this one; false if `--revise`, or a row of the table, had allowed it before.",
      ),
    row: count
      .optional()
      .describe("Which row of `factory.escalation` had it revised, from 0; left out if the user or `--revise` did."),
    mark: z
      .string()
      .nullable()
      .describe("Binds the revision to the user and machine that took it up, by a key that is kept there."),
  }),
  kind("revision_left", { attempt }),
  kind("command_started", { phase: commandPhase, index, command, again, candidate }),
  kind("command_finished", {
    phase: commandPhase,
    index,
    command,
    again,
    candidate,
    ok,
    exit_code: count.nullable().describe("Null if it did not end by itself."),
    duration_ms: milliseconds,
  }),
  kind("reviewed", {
    attempt,
    round: count.describe("Which proposal of the attempt was reviewed, from 1."),
    candidate,
    notes: z.array(toldNoteSchema).readonly().describe("What the reviewer says, the gravest first."),
    blocks: count.describe("How many notes go back to the author."),
    fault: z.string().optional().describe("Why there is no review; left out if there is one."),
  }),
  kind("candidates_judged", {
    attempt,
    of: count.describe("How many proposals were asked for."),
    candidate: count.nullable().describe("Which one the attempt continues with, from 1; null if none passed."),
    brief_of: count.nullable().describe("If none passed: whose failure the attempt is told by. Null else."),
    ends: z.array(candidateEndSchema).readonly().describe("What became of each."),
  }),
  kind("attempt_failed", {
    attempt,
    brief: failureBriefSchema,
    touched_files: strings.describe("The files that the proposal wrote."),
    cost_usd: z
      .number()
      .optional()
      .describe("What the attempts at the order have cost by then; left out if that is not known."),
    duration_ms: milliseconds,
  }),
  kind("triaged", {
    complexity: z.enum(["simple", "medium", "complex"]).describe("How hard the order is said to be."),
    reason: z.string().describe("Why, in the model's words."),
  }),
  kind("escalated", {
    attempt,
    row: count.describe("Which row of the table `factory.escalation` the failure took, from 0."),
    do: z.enum(["retry", "model", "agent", "divide", "revise", "ask", "stop"]).describe("What it says."),
    model: z.string().nullable().describe("Who is asked from now on instead of the model of the settings."),
  }),
  kind("divided", {
    attempt,
    children: z
      .array(
        z.object({
          order: z.string().describe("The child's id, such as WO-01.2."),
          title: z.string().describe("Its title."),
          work_order_sha256: z.string().describe("Of the child without provenance and `$schema`."),
        }),
      )
      .readonly()
      .describe("The smaller orders that are carried out in the order's place, in that order."),
  }),
  kind("child_ended", {
    attempt,
    order: z.string().describe("The child's id."),
    verdict,
    attempts: count.describe("How many attempts at it counted."),
    stage: STAGE.nullable().describe("The gate that its last attempt ended at; null if it passed, or was stopped."),
    summary: z.string().nullable().describe("The model's own words for what it did; null if it did not pass."),
  }),
  kind("user_answered", {
    attempt: count.describe("The attempt after which the user was asked."),
    text: z.string().describe("The user's own words."),
  }),
  kind("rolled_back", { baseline }),
  kind("committing", {
    attempt,
    branch,
    from: z.string().describe("The commit that the new one is made on."),
    summary: z.string().describe("The proposal's own."),
    files,
    drift,
  }),
  kind("committed", {
    commit: z.string().describe("The new commit."),
    tree: z.string().describe("Its tree."),
    branch,
    files,
    drift,
  }),
  kind("pushed", { remote: z.string().describe("The remote's name.") }),
  kind("resumed", { format, from_seq: count.describe("The last event of the run's previous session.") }),
  kind("warning", {
    message: z.string().describe("In words."),
    diagnostic: diagnosticSchema.optional().describe("The same, if it is a diagnostic of an order."),
    about: z.enum(["push"]).optional().describe("What did not work, where a later command may do it."),
  }),
  kind("speculation_started", {}),
  kind("speculation_ended", {
    adopted: z.boolean().describe("Whether what it did counts: its base turned out to be what the order lands on."),
  }),
  kind("run_finished", { verdict, exit_code: exitCode, duration_ms: milliseconds }),
]);

const placeSchema = z.object({
  seq: count.min(0).describe("Counts from 0."),
  ts: z.string().describe("UTC; a label, never used to decide anything."),
  run_id: z.string().describe("A ULID."),
  speculation,
  child,
});

/** One line of `events.jsonl` without its checksum. */
export const eventSchema = z
  .intersection(placeSchema, eventBodySchema)
  .meta({ title: "llmch event", description: "One line of `events.jsonl`." });
