import type { EventBody, ModelReply, ModelRequest } from "@llmch/contract";
import { type AskedRequest, answerOf, type OrderScene, orderScene, type SceneOptions } from "@llmch/testkit";
import { carryOut } from "../order.ts";
import type { OrderOutcome } from "../order-outcome.ts";
import type { Ports } from "../ports.ts";
import type { CandidatesJob } from "./contenders.ts";

/** An answer that writes this many lines, one of them with a word that decides its outcome. */
export const writing = (word: string, lines = 1): string =>
  answerOf({ "greet.js": Array.from({ length: lines }, (_, index) => `// ${word} ${index}\n`).join("") });

export const WRONG = writing("wrong");

interface Carried {
  readonly scene: OrderScene;
  readonly outcome: OrderOutcome;
  /** The keys of the questions, sorted. */
  readonly asked: readonly string[];
  readonly judged: readonly Extract<EventBody, { readonly type: "candidates_judged" }>[];
}

export interface CandidateOptions extends Omit<SceneOptions, "replies" | "commands"> {
  readonly job?: Partial<CandidatesJob>;
  /** How many event loop turns each answer of a candidate takes, from the first. */
  readonly delays?: readonly number[];
  readonly around?: (ports: Ports) => Partial<Ports>;
}

/** The model's answers, by the key of the question. */
export type Replies = Readonly<Record<string, string | ModelReply | ((request: AskedRequest) => string)>>;

/** Carries out an order with several candidates. Its acceptance refuses text with `wrong`, and its verification text with `red`. */
export const carryCandidates = async (replies: Replies, options: CandidateOptions = {}): Promise<Carried> => {
  const { job = {}, delays = [], around = () => ({}), ...rest } = options;
  const standing = (): string => String(scene.ports.workspace.files.get("greet.js") ?? "");
  const refusing = (word: string) => () => (standing().includes(word) ? { exitCode: 1, stderrTail: word } : {});
  const reply = (request: AskedRequest) => {
    const found = replies[request.key];
    if (found === undefined) throw new Error(`nothing answers ${request.key}`);
    return typeof found === "function" ? found(request) : found;
  };
  const scene: OrderScene = orderScene({
    maxAttempts: 1,
    ...rest,
    files: { "scripts/verify.sh": "true\n", ...rest.files },
    replies: Array.from({ length: 100 }, () => reply),
    commands: { "node --check greet.js": refusing("wrong"), "bash scripts/verify.sh": refusing("red") },
  });
  const candidates: CandidatesJob = { count: 3, choose: "first", models: [], temperatures: [], ...job };
  const { model } = scene.ports;
  const ask = async (request: ModelRequest) => {
    const answer = await model.ask(request);
    for (let turn = 0; turn < (delays[request.call.candidate - 1] ?? 0); turn++) await null;
    return answer;
  };
  const ports = { ...scene.ports, model: { ask }, ...around(scene.ports) };
  const outcome = await carryOut({ ...scene.job, candidates }, ports);
  const judged = scene.ports.ledger.events.filter((event) => event.type === "candidates_judged");
  return { scene, outcome, asked: model.requests.map(({ key }) => key).sort(), judged };
};

/** The text that the winning candidate writes. */
export const sealedText = ({ ports }: OrderScene): readonly (string | null)[] =>
  ports.workspace.sealed.flatMap(({ changes }) =>
    changes.map((change) => (change.kind === "write" ? Buffer.from(change.content).toString() : null)),
  );

/** The candidates that were judged, in order. */
export const judgedIn = ({ ports }: OrderScene): readonly number[] =>
  ports.ledger.events.flatMap((event) =>
    event.type === "step_started" && event.step === "validate" ? [event.candidate ?? 1] : [],
  );

export const unreachable: ModelReply = {
  kind: "failed",
  reason: "unreachable",
  message: "nobody is there",
  hint: "wait",
};
