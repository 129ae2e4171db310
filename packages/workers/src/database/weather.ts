import { setTimeout } from "node:timers/promises";
import { messageOf } from "@llmch/text";

/** Errors of a connection, and of a server that ends, starts or has no room: the same may work later. */
const PASSING = /^(?:08|53|57)|^(?:E[A-Z]+|CONNECT\w*|CONNECTION_\w+)$/;

/** Whether the database is away for a while, and nothing is wrong with what was asked. */
export const isPassing = (fault: unknown): boolean => PASSING.test(String(Object(fault).code ?? ""));

/** What went wrong with the database, on one line, without its address. */
export const faultInWords = (fault: unknown): string => {
  const { code } = Object(fault);
  const words = fault instanceof AggregateError ? messageOf(fault.errors[0]) : messageOf(fault);
  return (words || String(code ?? "no answer")).replace(/\s+/g, " ").trim();
};

/** Tells once that the database is away, and once that it is back. */
export interface Weather {
  /** Does something with the database as often as it takes, until the signal; undefined if that came first. */
  lasting<Value>(work: () => Promise<Value>, signal: AbortSignal): Promise<Value | undefined>;
  /** Does it once; undefined if the database is away. */
  once<Value>(work: () => Promise<Value>): Promise<Value | undefined>;
}

const AGAIN_MS = 1000;

export const createWeather = (say: (line: string) => void): Weather => {
  let isAway = false;
  const once: Weather["once"] = async (work) => {
    try {
      const value = await work();
      if (isAway) say("the database is back");
      isAway = false;
      return value;
    } catch (fault) {
      if (!isPassing(fault)) throw fault;
      if (!isAway) say(`the database is away (${faultInWords(fault)}): work goes on, and its rows follow`);
      isAway = true;
      return undefined;
    }
  };
  const lasting: Weather["lasting"] = async (work, signal) => {
    for (;;) {
      const box = await once(async () => ({ value: await work() }));
      if (box !== undefined) return box.value;
      if (signal.aborted) return undefined;
      await setTimeout(AGAIN_MS, undefined, { signal }).catch(() => {});
    }
  };
  return { once, lasting };
};
