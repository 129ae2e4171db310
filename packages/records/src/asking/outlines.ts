import type { Outlines } from "@llmch/factory";

/**
 * Lists what texts define, using tree-sitter's grammars. Few orders have a file too large to show whole, so nothing is
 * loaded until one does.
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
  const parse = createSyntaxParser();
  return { outlineOf: (path, text) => outlineOf(path, text, parse) };
};
