import type { Redactor } from "./redact.ts";
import type { Steps } from "./steps.ts";

/** Anything deeper is redacted in one step. */
const LEVELS = 4;

/** `redactor.value(value)` in steps, for a value that may be large. Returns the value itself if it holds no secret. */
export function* redactInSteps<Value>(redactor: Redactor, value: Value): Steps<Value> {
  return (yield* redacted(redactor, value, LEVELS)) as Value;
}

function* redacted(redactor: Redactor, value: unknown, levels: number): Steps<unknown> {
  if (levels === 0 || typeof value !== "object" || value === null) return redactor.value(value);
  yield;
  if (!Array.isArray(value)) return yield* redactedMembers(redactor, value, levels - 1);
  const items: unknown[] = [];
  for (const item of value) items.push(yield* redacted(redactor, item, levels - 1));
  return items.every((item, index) => item === value[index]) ? value : items;
}

function* redactedMembers(redactor: Redactor, value: object, levels: number): Steps<unknown> {
  const entries: (readonly [string, unknown])[] = [];
  let isSame = true;
  for (const [name, member] of Object.entries(value)) {
    const entry = [redactor.text(name), yield* redacted(redactor, member, levels)] as const;
    isSame &&= entry[0] === name && entry[1] === member;
    entries.push(entry);
  }
  return isSame ? value : Object.fromEntries(entries);
}
