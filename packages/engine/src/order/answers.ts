import { type CallName, callKey, type Exchange } from "@llmch/contract";
import type { Recorder } from "@llmch/models";
import type { Session } from "../session/session.ts";

/**
 * The answers that an order's run was given. Those of earlier sessions count by their keys; those that were given ahead of its turn in
 * this one count only for the very same request.
 */
export interface Answers {
  /** What keeps the calls of the run. */
  readonly recorder: Recorder;
  /** Those of a speculation. They stand under the run's own keys as long as it `isCertain`: then their requests cannot change any more. */
  ahead(speculation: number, isCertain: () => boolean): AnswersAhead;
}

export interface AnswersAhead {
  readonly recorder: Recorder;
  /** The call as it is made. */
  named(call: CallName): CallName;
  /** Takes them for the run's own: the speculation is adopted. */
  adopt(): Promise<void>;
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
    ahead: (speculation, isCertain) => {
      const used = new Map<string, Exchange>();
      const use = (exchange: Exchange): void => {
        used.set(ownKey(exchange.key), exchange);
      };
      return {
        recorder: {
          ...recorder,
          alike: (call, hash) => {
            const found = recorder.alike?.(call, hash);
            if (found !== undefined) use(found);
            return found;
          },
          appendExchange: async (exchange) => {
            await recorder.appendExchange(exchange);
            use(exchange);
          },
        },
        named: (call) => (isCertain() ? call : { ...call, speculation }),
        adopt: async () => {
          for (const [key, exchange] of used) {
            if (exchange.key !== key) await recorder.appendExchange({ ...exchange, key });
          }
        },
      };
    },
  };
};

const IS_AHEAD = /\/speculation-[0-9]+$/;

const ownKey = (key: string): string => key.replace(IS_AHEAD, "");

/** True for an answer to the call itself, or to the same call of a speculation. */
const isFor = ({ key }: Exchange, call: CallName): boolean => {
  const { speculation, ...own } = call;
  return ownKey(key) === callKey(own);
};
