import type { ModelReply, ModelRequest } from "@llmch/contract";
import type { Redactor } from "@llmch/text";
import type { Answer } from "../protocol/answer.ts";
import { oneLine } from "../transport/fault.ts";
import { type Failed, failure, LARGER_CONTEXT } from "./failure.ts";

/** A cut answer does not parse, so the factory spends an attempt on it. Calls are dropped if no tools were offered. */
export const replyOf = (answer: Answer, { call, tools = [] }: ModelRequest, redactor: Redactor): ModelReply => {
  const { text, reasoning, usage, model, ending, why } = answer;
  // Redact before cutting: half a key is still a secret.
  const named = oneLine(redactor.text(model));
  if (ending === "filtered") {
    const said = why === null ? "" : ` (${oneLine(redactor.text(why))})`;
    const message = `${named} stopped at the server's content filter${said}`;
    return failure("refused-request", message, "reword the spec or the order");
  }
  if (ending === "overfull") return failure("incomplete", `${named} used up its context`, LARGER_CONTEXT);
  if (ending === "cut" && call.kind === "plan") return cutTwice(named);
  // Pass on a cut call as it is: the tool tells the model what is wrong with it.
  const { toolCalls, carried } = tools.length === 0 ? {} : answer;
  return {
    ...{ kind: "answered", text, reasoning, usage, model: named },
    ...(toolCalls === undefined ? {} : { toolCalls }),
    ...(carried === undefined ? {} : { carried }),
  };
};

/** A plan would only be cut again. */
export const cutTwice = (model: string): Failed =>
  failure(
    "incomplete",
    `${model} ran out of tokens, twice`,
    "split the spec, raise planner.max_output_tokens, or lower --reasoning-effort",
  );
