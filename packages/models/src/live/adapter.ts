import type { Result } from "@llmch/contract";
import type { ExchangeContext } from "../transport/call.ts";
import type { ServerFault } from "../transport/fault.ts";
import type { Answer, Question } from "./answer.ts";

/**
 * Asks a question over one protocol, once and until it is answered or nothing more can be done. Never rejects: what a server
 * does wrong is a fault. `onReasoning` is told of the model's reasoning as it arrives, where the protocol streams it.
 */
export type Adapter = (
  context: ExchangeContext,
  question: Question,
  onReasoning: (text: string) => void,
) => Promise<Result<Answer, ServerFault>>;
