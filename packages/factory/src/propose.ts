import {
  isJsonObject,
  onePrompt,
  orderCall,
  type Proposal,
  proposalDocument,
  readJson,
  stripMarkdownFences,
} from "@llmch/contract";
import { commandInWords } from "@llmch/languages";
import { answerSchema } from "./answer-schema.ts";
import { briefOf } from "./brief.ts";
import { unmetConditions } from "./conditions.ts";
import { showFiles } from "./file-contents.ts";
import type { GateOutcome } from "./gate-outcome.ts";
import { neededContext } from "./needed-context.ts";
import { type OrderFile, readOrderFiles } from "./order-files.ts";
import type { OrderJob } from "./order-job.ts";
import { orderVerification } from "./order-verification.ts";
import { parseProposal } from "./parse-proposal.ts";
import type { Ports } from "./ports.ts";
import { type PreviousAttempt, renderPrompt } from "./prompt.ts";

export interface Proposed {
  readonly answer: string;
  readonly proposal: Proposal;
  readonly files: readonly OrderFile[];
}

/** Asks the model for a proposal, once the preconditions hold at the baseline (contract §5.1). */
export const propose = async (
  job: OrderJob,
  attempt: number,
  previous: readonly PreviousAttempt[],
  ports: Ports,
): Promise<GateOutcome<Proposed>> => {
  const { order } = job;
  const unmet = await unmetConditions(order.preconditions, ports.workspace);
  if (unmet.length > 0) {
    const reason = `PLANNER-CONTRACT BUG: a precondition does not hold at the baseline: ${unmet.join("; ")}`;
    return { kind: "shut", brief: briefOf("preflight", job, reason) };
  }
  const files = await readOrderFiles(order, ports.workspace);
  const contents = showFiles(order, files, job.settings);
  if (!contents.ok) return { kind: "shut", brief: briefOf("preflight", job, contents.issues[0]) };
  const shown = contents.value;
  const trackedFiles = await ports.workspace.trackedFiles();
  const retry = { order, shown, tracked: trackedFiles, previous, settings: job.settings };

  const { prompt, stablePrompt, stableLength } = renderPrompt({
    template: job.template,
    order,
    files,
    shown,
    needed: previous.length === 0 ? "" : await neededContext(retry, ports.workspace),
    trackedFiles,
    verification: await describeVerification(job, ports),
    previous,
    settings: job.settings,
  });
  await ports.ledger.recordText(`attempt_${attempt}/se_prompt.txt`, prompt);
  const reply = await ports.model.ask({
    call: orderCall(order.id, attempt),
    messages: onePrompt(prompt, { stableContent: stablePrompt, stableLength }),
    answerSchema: answerSchema(files, job.settings),
  });
  if (reply.kind === "failed") {
    if (reply.reason === "interrupted") return { kind: "interrupted" };
    if (reply.reason === "limit") return { kind: "limited", message: reply.message, hint: reply.hint };
    return { kind: "shut", brief: briefOf("exception", job, `${reply.message}: ${reply.hint}`) };
  }
  const raw = readJson(stripMarkdownFences(reply.text));
  const rawAnswer = raw.ok && isJsonObject(raw.value) ? raw.value : { text: reply.text };
  await ports.ledger.record(`attempt_${attempt}/raw_llm_response.json`, rawAnswer);
  const proposal = parseProposal(reply.text);
  if (!proposal.ok) {
    return {
      kind: "shut",
      brief: briefOf("llm_output_invalid", job, proposal.issues.join("\n")),
      answer: reply.text,
    };
  }
  const { writes } = proposal.value;
  await ports.ledger.record(`attempt_${attempt}/proposed_writes.json`, proposalDocument(proposal.value));
  const detail = `${writes.length} ${writes.length === 1 ? "file" : "files"}`;
  return { kind: "open", value: { answer: reply.text, proposal: proposal.value, files }, detail };
};

const describeVerification = async (job: OrderJob, ports: Ports): Promise<string> => {
  const { commands, reason } = await orderVerification(job, ports.workspace, "before");
  if (commands.length === 0) return `Nothing beyond the acceptance commands (${reason}).`;
  return `${commands.map((command) => `- \`${commandInWords(command)}\``).join("\n")}\n(${reason})`;
};
