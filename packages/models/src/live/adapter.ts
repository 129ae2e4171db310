import type { Result } from "@llmch/contract";
import type { ExchangeContext } from "../transport/call.ts";
import type { ServerFault } from "../transport/fault.ts";
import type { Answer, Question } from "./answer.ts";

/**
 * Asks one question over one protocol, until it is answered or nothing more can be done. Never rejects: a server's errors are
 * faults. Passes the model's reasoning to `onReasoning` as it arrives, if the protocol streams it.
 */
export type Adapter = (
  context: ExchangeContext,
  question: Question,
  onReasoning: (text: string) => void,
) => Promise<Result<Answer, ServerFault>>;
