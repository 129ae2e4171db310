import type { Job, OpenNeed } from "@llmch/app/queue";
import { badge, html, type Markup } from "@llmch/report";
import { costInWords, type Spending } from "@llmch/story";

/** The state of a job: a sign and the word. */
export const stateBadge = ({ state, discarded }: Pick<Job, "state" | "discarded">): Markup =>
  badge(state === "waiting" ? "unfinished" : state, discarded ? `${state}, discarded` : state);

const NEEDS: Readonly<Record<OpenNeed["kind"], string>> = {
  plan: "Approve the plan",
  orders: "Approve an order",
  network: "Allow the network",
  push: "Approve the push",
  revision: "Approve a revision",
  question: "Answer a question",
  scope: "Approve the scope",
  examination: "Decide about a finding",
  limit: "Wait for the usage limit, or go on now",
};

/** What a person is to do about a need. */
export const needInWords = ({ kind }: Pick<OpenNeed, "kind">): string => NEEDS[kind];

/** The folder's name: its whole path is the title. */
export const repoName = (repo: string | null): Markup | null =>
  repo === null ? null : html`<span title="${repo}">${repo.split("/").findLast((part) => part !== "") ?? repo}</span>`;

/** What a job cost, in a list; nothing if it asked nothing. */
export const spentInWords = (spending: Spending): string => {
  const { answers, lost_calls, estimated_calls, from_record, cost_usd } = spending;
  if (answers + lost_calls + estimated_calls === 0 && !cost_usd) return "";
  return from_record > 0 && from_record === answers ? "nothing: recorded answers" : costInWords(spending);
};
