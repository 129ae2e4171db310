import { acceptanceOf, conditionInWords, onePrompt, triageCall, type WorkOrder } from "@llmch/contract";
import { COMPLEXITIES, type Complexity } from "@llmch/contract/settings";
import { answeredDocument, isJsonObject, jsonObject, member, quoteAsData, readJson, strictObject } from "@llmch/text";
import { failedTurn } from "../job/failed-turn.ts";
import type { Stopped } from "../job/gate-outcome.ts";
import type { OrderJob, TriageJob } from "../job/order-job.ts";
import type { Ports } from "../job/ports.ts";
import { BEGINNING, type Course } from "./escalation.ts";

/**
 * Asks how hard an order is, before its first attempt. If there is no valid answer, warns and carries it out like any other.
 * @param canBegin whether the order will get to its first attempt; if not, no model is asked
 */
export const triage = async (
  job: OrderJob,
  known: Complexity | null,
  canBegin: () => Promise<boolean>,
  { model, ledger }: Pick<Ports, "model" | "ledger">,
): Promise<Course | Stopped> => {
  const { order, triage: asking } = job;
  if (asking === undefined || known !== null) return beginningOf(asking, known);
  if (!(await canBegin())) return BEGINNING;
  const reply = await model.ask({
    call: triageCall(order.id),
    messages: onePrompt(promptFor(order)),
    answerSchema: { name: "triage", schema: SCHEMA },
    ...(asking.model === null ? {} : { model: asking.model }),
  });
  const ended = reply.kind === "failed" ? failedTurn(job, reply) : null;
  if (ended?.kind === "interrupted" || ended?.kind === "limited") return ended;
  const said = reply.kind === "failed" ? null : readTriage(reply.text);
  if (said === null) {
    const why = reply.kind === "failed" ? reply.message : "the answer is not simple, medium or complex";
    await ledger.emit({ type: "warning", message: `it is not known how hard ${order.id} is (${why})` });
    return BEGINNING;
  }
  await ledger.emit({ type: "triaged", ...said });
  return courseOf(asking, said.complexity);
};

/** The initial course of an order that has already been judged, or that needs no triage. */
export const beginningOf = (asking: TriageJob | undefined, known: Complexity | null): Course =>
  asking === undefined || known === null ? BEGINNING : courseOf(asking, known);

const courseOf = (job: TriageJob, complexity: Complexity): Course => {
  const { model, agent, review, divide } = job[complexity];
  const isOn = (said: "off" | "on" | null) => (said === null ? null : said === "on");
  return { ...BEGINNING, model, divides: divide, tools: isOn(agent), review: isOn(review) };
};

const SCHEMA = strictObject({
  complexity: { type: "string", enum: [...COMPLEXITIES] },
  reason: { type: "string", description: "Why, in a sentence." },
});

const MOST_REASON = 500;

const readTriage = (text: string): { readonly complexity: Complexity; readonly reason: string } | null => {
  const json = readJson(answeredDocument(text));
  if (!json.ok || !isJsonObject(json.value)) return null;
  const [said, reason] = [member(json.value, "complexity"), member(json.value, "reason")];
  const complexity = COMPLEXITIES.find((each) => each === said);
  if (complexity === undefined) return null;
  return { complexity, reason: typeof reason === "string" ? reason.slice(0, MOST_REASON) : "" };
};

/** Hidden checks are only counted. Only people see this answer, but no model may read hidden checks. */
const promptFor = (order: WorkOrder): string => {
  const acceptance = acceptanceOf(order);
  const { id, title, intent, notes, forbidden, allowed_files, context_files } = order;
  const told = jsonObject({
    ...{ id, title, intent, forbidden, allowed_files, context_files },
    ...(notes === undefined ? {} : { notes }),
    postconditions: order.postconditions.map(conditionInWords),
    acceptance_commands: acceptance.flatMap(({ command, hidden }) => (hidden ? [] : [command])),
    hidden_checks: acceptance.filter(({ hidden }) => hidden).length,
  });
  return [
    "How hard is this order for a language model that is to change a repo as it says?",
    "- simple: it says exactly what to write, in one or two files that it names",
    "- medium: several files, or a decision that the files which it names settle",
    "- complex: what decides stands elsewhere in the repo, many files, or much that can go wrong",
    quoteAsData("order", JSON.stringify(told, null, 2)),
    'Answer with one JSON object {"complexity", "reason"} and nothing else.',
  ].join("\n\n");
};
