import { type CallName, callKey, type Exchange } from "@llmch/contract";
import type { RecordedModel, Recorder } from "@llmch/models";
import type { Session } from "../session/session.ts";

/**
 * The answers that an order's run was given. Those of earlier sessions count by their keys; those that were given ahead of its turn in
 * this one count only for the very same request.
 */
export interface Answers {
  /** What keeps the calls of the run. */
  readonly recorder: Recorder;
  /** The model for a speculation. Its calls stand under the run's own keys if `isCertain`: their requests cannot change any more. */
  ahead(model: RecordedModel, speculation: number, isCertain: boolean): RecordedModel;
}

export const answersOf = (
  { recorded, appendExchange }: Pick<Session, "recorded" | "appendExchange">,
  base: Recorder,
): Answers => {
  const early: Exchange[] = [...(recorded?.values() ?? [])].filter(({ key }) => IS_AHEAD.test(key));
  const recorder: Recorder = {
    ...base,
    recorded: (key) => (IS_AHEAD.test(key) ? undefined : base.recorded?.(key)),
    alike: (call, hash) => early.findLast((each) => isFor(each, call) && each.request_sha256 === hash),
    appendExchange: async (exchange) => {
      await appendExchange(exchange);
      early.push(exchange);
    },
  };
  return {
    recorder,
    ahead: (model, speculation, isCertain) => ({
      ask: (request) => model.ask(isCertain ? request : { ...request, call: { ...request.call, speculation } }),
    }),
  };
};

const IS_AHEAD = /\/speculation-[0-9]+$/;

/** True for an answer to the call itself, or to the same call of a speculation. */
const isFor = ({ key }: Exchange, call: CallName): boolean => {
  const { speculation, ...own } = call;
  return key.replace(IS_AHEAD, "") === callKey(own);
};
