import { type CallName, callKey, type Exchange } from "@llmch/contract";
import type { Recorder } from "@llmch/models";
import type { Session } from "../session/session.ts";

/**
 * The answers recorded for an order's run. Those from earlier sessions are looked up by key; those given ahead of its turn in this
 * session count only for an identical request.
 */
export interface Answers {
  /** Records the calls of the run. */
  readonly recorder: Recorder;
  /** The answers of a speculation. They use the run's own keys while `isCertain()`, since their requests cannot change any more. */
  ahead(speculation: number, isCertain: () => boolean): AnswersAhead;
}

export interface AnswersAhead {
  readonly recorder: Recorder;
  /** The call under the name it is made with. */
  named(call: CallName): CallName;
  /** Records them as the run's own, because the speculation is adopted. */
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

/** True for an answer to this call, or to the same call of a speculation. */
const isFor = ({ key }: Exchange, call: CallName): boolean => {
  const { speculation, ...own } = call;
  return ownKey(key) === callKey(own);
};
