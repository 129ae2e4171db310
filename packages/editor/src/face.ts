import { briefLines, eventInWords, type Face, type Need, type RunScene } from "@llmch/app";
import { countedOf, verdictInWords } from "@llmch/story";
import { evidenceInWords, type JsonObject, printable } from "@llmch/text";
import type { Client } from "./client.ts";
import { patchContent, textContent } from "./content.ts";

/** What an editor is shown of orders. */
interface Shown {
  readonly root: string;
  /** What is about to be carried out, as a terminal shows it. */
  scene(scene: RunScene): Promise<string>;
  /** What the commit of an order's run changed. */
  patchOf(run: string): Promise<string>;
}

/** The face of an operation in an editor: it tells events as they come, and has a person answer there (contract §11). */
export interface EditorFace extends Face {
  /** Says a paragraph. */
  says(text: string): void;
  /** Resolves once all is told. */
  settled(): Promise<void>;
}

/** A person types these; and nobody has a button for an answer in words. */
const TYPED: ReadonlySet<Need["kind"]> = new Set<Need["kind"]>(["push", "network", "limit", "question"]);

export const editorFace = ({ name, tell, ask }: Client, { root, scene: drawn, patchOf }: Shown): EditorFace => {
  const caller = { through: "acp" as const, ...(name === null ? {} : { client: name }) };
  /** The entries of its plan, by orders, and the orders of runs. */
  const plan = new Map<string, JsonObject>();
  const runs = new Map<string, string>();
  let settled = Promise.resolve();
  let [usd, tokens, isOfBuild] = [0, 0, false];

  const says = (text: string): void =>
    tell({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: `${text}\n\n` } });
  const stands = (order: string, status: "pending" | "in_progress" | "completed", title?: string): void => {
    const content = title === undefined ? (plan.get(order)?.content ?? order) : `${order}  ${printable(title)}`;
    plan.set(order, { content, priority: "medium", status });
    tell({ sessionUpdate: "plan", entries: [...plan.values()] });
  };
  const begin = (order: string, toolCallId: string): void => {
    if (runs.has(toolCallId)) return;
    runs.set(toolCallId, order);
    stands(order, "in_progress");
    const title = plan.get(order)?.content ?? order;
    tell({ sessionUpdate: "tool_call", toolCallId, title, kind: "edit", status: "in_progress" });
  };
  const end = async (ended: Parameters<Face["ended"]>[0]): Promise<void> => {
    const { order, runId: toolCallId, evidence, brief, fault, commit } = ended;
    const isDone = ended.verdict === "PASS";
    begin(order, toolCallId);
    stands(order, isDone ? "completed" : "pending", ended.title);
    const why = brief === null ? (fault ?? "") : [brief.stage, ...briefLines(brief)].join("\n");
    const rests = evidence === null ? "" : evidenceInWords(evidence);
    const line = isDone ? `${commit?.slice(0, 10)}  ${rests}` : why;
    const changes = isDone ? patchContent(await patchOf(toolCallId), root) : [];
    tell({
      ...{ sessionUpdate: "tool_call_update", toolCallId, status: isDone ? "completed" : "failed" },
      content: [textContent(`${verdictInWords(ended.verdict, ended.exitCode)}  ${line}`), ...changes],
      locations: changes.flatMap(({ path }) => (path === undefined ? [] : [{ path }])),
    });
  };
  const begins = async (scene: RunScene): Promise<boolean> => {
    for (const { order, title, skipped } of scene.orders) stands(order, skipped ? "completed" : "pending", title);
    const left = scene.orders.filter(({ skipped }) => !skipped).length;
    // A plan that waits is shown and asked about once, at its gate; what goes on was agreed to.
    const asks = (isOfBuild ? scene.isConsent : scene.operation === "run-all") && !scene.approve.includes("plan");
    if (!asks || left === 0) return true;
    const question = `Carry out ${left === 1 ? "this order" : `these ${left} orders`}?`;
    // A yes begins it. What no person has seen waits where it wants more than the sandbox: this does not show commands.
    return (await ask(question, [textContent(await drawn(scene))])) === true;
  };

  return {
    ...{ caller, says, notes: says, output: null, progress: () => {} },
    settled: () => settled,
    event: (event) => {
      if (event.type === "order_run_started") begin(event.order, event.run);
      const whose = runs.has(event.run_id) ? `${runs.get(event.run_id)}  ` : "";
      for (const words of eventInWords(event)) says(`${whose}${words}`.replaceAll("\n", "  \n"));
      if (event.type !== "model_answered") return;
      const spent = countedOf([event]);
      [usd, tokens] = [usd + spent.usd, tokens + spent.tokens];
      if (spent.usd > 0)
        tell({ sessionUpdate: "usage_update", used: tokens, size: tokens, cost: { amount: usd, currency: "USD" } });
    },
    begins: (scene) => {
      if (scene.kind === "orders") return begins(scene);
      isOfBuild ||= scene.kind === "build";
      if (scene.kind === "plan" || scene.kind === "build") for (const each of scene.warnings) says(`warning: ${each}`);
      return scene.kind !== "change" && scene.kind !== "removal";
    },
    ended: (order) => {
      settled = settled.then(() => end(order));
    },
    ask: async (questions, take) => {
      for (const each of questions.filter(({ assumed }) => assumed !== "")) {
        const why = each.why === "" ? [] : [textContent(printable(each.why))];
        const assumed = printable(`Assume: ${each.assumed}`);
        if (await ask(printable(each.question), why, assumed, "Answer later")) await take(each, "");
      }
    },
    decides: async ({ id, kind, what }, shown) => {
      if (TYPED.has(kind)) {
        says(`${id} waits for you: ${printable(what)}. It is typed in a terminal; the command stands at the end.`);
        return null;
      }
      const content = kind === "orders" ? patchContent(shown, root) : [textContent(shown)];
      // A finding is struck for a reason alone, which is typed.
      const isStruck = kind === "examination";
      const said = await ask(printable(what), content, "Approve", isStruck ? "Decide later" : "Reject");
      if (said === null || (isStruck && !said)) return null;
      return { decision: said ? "approve" : "reject", text: null, ...caller };
    },
  };
};
