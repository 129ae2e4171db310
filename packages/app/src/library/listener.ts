import { messageOf, type RunEvent } from "@llmch/contract";
import type { LlmchOptions } from "./public.ts";

/**
 * Wraps the caller's listener in an observer that cannot harm a run: it gets a copy of each event, and what it throws, synchronously or
 * not, is reported once.
 */
export const listenerOf = (
  onEvent: LlmchOptions["onEvent"],
  warn: (sentence: string) => void,
): ((event: RunEvent) => void) => {
  let isTold = false;
  const tell = (fault: unknown): void => {
    if (!isTold) warn(`onEvent threw: ${messageOf(fault)}`);
    isTold = true;
  };
  return (event) => {
    try {
      const returned: unknown = onEvent?.(structuredClone(event));
      if (returned instanceof Promise) returned.catch(tell);
    } catch (fault) {
      tell(fault);
    }
  };
};
