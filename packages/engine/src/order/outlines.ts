import type { Outlines } from "@llmch/factory";

/**
 * Tells what texts define by the grammars that a plan's map is drawn with. Few orders have a file that is too large to be shown whole:
 * nothing is loaded before one has.
 */
export const createOutlines = (): Outlines => {
  let loading: Promise<Outlines> | null = null;
  return {
    outlineOf: async (path, text) => {
      loading ??= load();
      return (await loading).outlineOf(path, text);
    },
  };
};

const load = async (): Promise<Outlines> => {
  const [{ outlineOf }, { createSyntaxParser }] = await Promise.all([
    import("@llmch/repo-map"),
    import("@llmch/syntax/code"),
  ]);
  const { parse } = createSyntaxParser();
  return { outlineOf: (path, text) => outlineOf(path, text, parse) };
};
