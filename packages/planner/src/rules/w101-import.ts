import { quote } from "../quote.ts";
import type { ChainRule } from "./rule.ts";

/**
 * An inline program imports only modules that belong to the language, are assumed to be installed, or are among the plan's files so far.
 */
export const unknownImport: ChainRule = ({ order, programs, files }) =>
  order.commands.flatMap(({ text, program: found, pointer, field }) => {
    const isStray = found?.program.strayImport ?? null;
    if (found === null || isStray === null) return [];
    const unknown = new Set(programs.imports(found).filter((name) => isStray(name, files)));
    return [...unknown].map((name) => ({
      code: "W101",
      field,
      message: `command ${quote(text)} imports ${quote(name)}: ${
        /^\.\.?\//.test(name)
          ? "the files so far do not give it"
          : "neither the standard library nor the files so far give it"
      }`,
      pointer,
    }));
  });
