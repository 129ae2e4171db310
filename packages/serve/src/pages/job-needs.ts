import { type WaitingShown, waitingInWords } from "@llmch/app";
import type { LiveRun, PlanToReview, ToldRun } from "@llmch/app/pages";
import type { Job, OpenNeed } from "@llmch/app/queue";
import {
  attributeIf,
  codeList,
  html,
  type Markup,
  ordersView,
  prose,
  shortCommit,
  typed,
  verbatim,
} from "@llmch/report";
import { counted, formatRefusal } from "@llmch/text";
import { filesView } from "./job-diff.ts";
import { needInWords } from "./job-words.ts";

/** A job as its page shows it. */
export interface ShownJob {
  readonly job: Job;
  readonly live: LiveRun;
  /** The run that it is a part of; null for a job of its own. */
  readonly whole: string | null;
  /** The plan that it made or carries out; of a build, the one that waits for a person; null if there is none. */
  readonly plan: PlanToReview | null;
  /** The work that waits for a person, or why it cannot be shown; null if none does. */
  readonly waiting: WaitingShown | null;
  /** All of it, once it has ended, or if its orders do not tell how it stands; null until then. */
  readonly told: ToldRun | null;
  /** Why what was just asked for was not done, and what was typed, by need; null if nothing was. */
  readonly refused: { readonly why: string; readonly typed: ReadonlyMap<string, string> } | null;
}

/** What a job waits for, with all that is to be read before, and the forms that decide it: questions are answered in one. */
export const needsView = (shown: ShownJob): Markup => {
  const { needs } = shown.job;
  const questions = needs.filter(({ kind }) => kind === "question");
  const others = needs.filter(({ kind }) => kind !== "question").map((need) => [need]);
  return html`<h2 id="needs-name">Waiting for you</h2>
${[questions, ...others].flatMap((group) => (group.length === 0 ? [] : groupView(group, shown)))}`;
};

/** What is decided at once. One thing is read before its form, in the whole width. */
const groupView = (group: readonly OpenNeed[], shown: ShownJob): Markup => {
  const { job, whole, refused } = shown;
  const at = (need: OpenNeed) => job.needs.indexOf(need);
  const asked = (need: OpenNeed) =>
    html`<h3 id="need-${at(need)}">${needInWords(need)}${need.id !== need.kind && `: ${need.id}`}</h3>${prose(need.what)}${need.shown !== undefined && verbatim(need.shown, null)}${contextOf(need, shown)}`;
  if (whole !== null)
    return html`<article class="wait">${group.map(asked)}<p><a class="button" href="/jobs/${`${whole}#needs`}">Decide it on the page of the whole</a></p></article>`;
  const [one, ...more] = group;
  const field = (need: OpenNeed) => html`${more.length > 0 && asked(need)}
<input type="hidden" name="need" value="${need.id}"><input type="hidden" name="sha256" value="${need.sha256}">
<p class="field"><label for="text-${at(need)}">${LABELS[need.kind] ?? "Why, for the record; may stay empty"}<span class="unseen"> (${need.id})</span></label><textarea id="text-${at(need)}" name="text" rows="3">${typed(refused?.typed.get(need.id) ?? "")}</textarea></p>`;
  return html`<article class="wait">${one !== undefined && more.length === 0 && asked(one)}
<form class="form" id="decide-${one === undefined ? 0 : at(one)}" method="post" action="/jobs/${job.id}/decision" aria-labelledby="${group.map((need) => `need-${at(need)}`).join(" ")}">${group.map(field)}
<p>${(one?.kind === "question" ? ANSWER : YES_OR_NO).map(([decision, word], index) => html`<button class="${index === 0 ? "main" : ""}" name="decision" value="${decision}">${word}</button> `)}</p></form></article>`;
};

/** More lines of a file's changes are folded. */
const UNFOLDED_LINES = 400;

/** The work to decide about, as `llmch diff` prints it. */
const workView = (waiting: WaitingShown, { id }: Job): Markup => {
  if (!waiting.ok) return html`<p class="callout warn">${formatRefusal(waiting.issues[0])}</p>`;
  const { patch, from } = waiting.value;
  return html`<p>${waitingInWords(waiting.value)}.<span class="scripted"> The number of a line opens a field for a comment on it.</span> Against <code>${shortCommit(from)}</code>:</p>${filesView(patch, UNFOLDED_LINES, `llmch diff ${id}`)}`;
};

const contextOf = ({ kind, id, wider }: OpenNeed, shown: ShownJob): Markup | null => {
  const { live, plan, waiting, job } = shown;
  const { orders, asked } = live;
  if (kind === "plan") return plan && planView(plan, shown);
  const question = kind === "question" ? asked.find((each) => each.id === id) : undefined;
  if (question !== undefined)
    return html`${prose(question.why)}<p>Without an answer it assumes: ${question.assumed}</p>`;
  const run = orders.find((order) => order.id === id)?.run ?? null;
  return html`${wider === true && html`<p class="callout warn">It may do more than what you saw before.</p>`}${kind === "orders" && waiting !== null && workView(waiting, job)}${run !== null && html`<p><a href="/jobs/${run}">Read what ${id} did</a>, and <a href="/jobs/${run}/files">its files</a>.</p>`}`;
};

/** The buttons of a need: the decision, and its word. */
const ANSWER = [["answer", "Answer"]] as const;
const YES_OR_NO = [
  ["approve", "Approve"],
  ["reject", "Reject"],
] as const;

const CHANGE = "What should change: llmch tries again with your words; a no without words ends it";

const LABELS: Readonly<Partial<Record<OpenNeed["kind"], string>>> = {
  question: "Your answer; empty for what it assumes",
  plan: CHANGE,
  orders: CHANGE,
  scope: CHANGE,
  examination: "Why the finding is wrong: a no needs the reason, and strikes it",
};

/** A plan to read: what it says of the whole, what it may cost, and which sentences of the spec it leaves out. */
export const planView = (plan: PlanToReview, { live: { story }, whole, told }: ShownJob): Markup => {
  const { orders, overview, acceptance, coverage, estimate } = plan;
  return html`
${overview.length > 0 && html`<ul>${overview.map((line) => html`<li>${line}</li>`)}</ul>`}
${estimate !== null && html`<p><strong>Cost:</strong> ${estimate}</p>`}
${coverage !== null && coverageView(coverage, whole !== null || (story.kind === "build" && story.scoped))}
${acceptance.length > 0 && html`<p>Holds once all orders have landed:</p>${codeList(acceptance.map(({ command, hidden }) => `${command}${hidden ? " (hidden)" : ""}`))}`}
${told === null ? html`<h4>${counted(orders.length, "order")}</h4>${ordersView(orders)}` : html`<p>Its <a href="#orders">${counted(orders.length, "order")}</a> stand below, each with its files and what accepts it.</p>`}`;
};

/** @param isWindow whether it is one window of a build, where others may fulfil the rest */
const coverageView = ({ sentences }: NonNullable<PlanToReview["coverage"]>, isWindow: boolean): Markup => {
  const open = sentences.filter(({ orders }) => orders.length === 0);
  const all = sentences.length;
  return html`<p><strong>${String(all - open.length)} of ${counted(all, "sentence")} of the spec covered.</strong>${isWindow && " It is one window of a build."}</p>
${open.length > 0 && html`<details class="callout warn" id="uncovered"${attributeIf("open", !isWindow)}><summary>${counted(open.length, "sentence")} that no order fulfils</summary><ul>${open.map(({ text }) => html`<li>${text}</li>`)}</ul></details>`}
<details class="fold" id="coverage"><summary>Which order fulfils which sentence</summary><table><thead><tr><th scope="col">Sentence of the spec</th><th scope="col">Fulfilled by</th></tr></thead>
<tbody>${sentences.map(({ text, orders }) => html`<tr><td>${text}</td><td>${orders.length === 0 ? "no order" : orders.join(", ")}</td></tr>`)}</tbody></table></details>`;
};
