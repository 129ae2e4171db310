import { type CallName, callKey, type Exchange } from "@llmch/contract";
import type { Recorder } from "@llmch/models";
import type { Session } from "@llmch/records";

/**
 * The recorder of an order's run. It finds the answers of earlier sessions by key, and those given before the order's turn for an
 * identical request: so the turn asks what it would ask anyway, and pays nothing twice.
 */
export const answersOf = (
  { recorded, appendExchange }: Pick<Session, "recorded" | "appendExchange">,
  base: Recorder,
): Recorder => {
  const early: Exchange[] = [...(recorded?.values() ?? [])].filter(({ key }) => IS_EARLY.test(key));
  return {
    ...base,
    recorded: (key) => (IS_EARLY.test(key) ? undefined : base.recorded?.(key)),
    alike: (call, hash) => early.findLast((each) => isFor(each, call) && each.request_sha256 === hash),
    appendExchange: async (exchange) => {
      await appendExchange(exchange);
      early.push(exchange);
    },
  };
};

const IS_EARLY = /\/speculation-[0-9]+$/;

/** True for an answer to this call, or to the same call of a speculation. */
const isFor = ({ key }: Exchange, call: CallName): boolean => {
  const { speculation, ...own } = call;
  return key.replace(IS_EARLY, "") === callKey(own);
};
