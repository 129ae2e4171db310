import type { Face } from "../context.ts";

/** The face of a caller that nobody watches, and that asks nobody: whoever called reads the outcome. */
export const silentFace = (caller: Face["caller"], event: Face["event"] = () => {}): Face => ({
  ...{ caller, event, output: null },
  // Whoever calls has agreed to what it does; a change that waits for a yes takes the request's `agree`.
  begins: ({ kind }) => kind !== "change",
  notes: () => {},
  progress: () => {},
  ended: () => {},
  // A program answers with `resume`, and decides with `decide`.
  ask: async () => {},
  decides: async () => null,
});
