import { type JsonObject, member } from "@llmch/text";

/** The members of a changed order. Null keeps one as it was, and is absent if it was (contract §11). */
export const asItWas = (before: JsonObject, changed: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(changed).flatMap(([name, value]) => {
      const kept = value ?? member(before, name);
      return kept === undefined ? [] : [[name, kept]];
    }),
  );
