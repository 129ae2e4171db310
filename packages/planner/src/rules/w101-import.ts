import { GIVEN_MODULES } from "../python-modules.ts";
import { quote } from "../quote.ts";
import type { ChainRule } from "./rule.ts";

/** What `python -c` imports is in the standard library, taken as given, or among the files of the plan so far. */
export const unknownImport: ChainRule = ({ order, python: reader, files }) =>
  order.commands.flatMap(({ text, python }) => {
    if (python?.code == null || reader.syntaxFault(python.code) !== null) return [];
    const unknown = new Set(
      reader.imports(python.code).filter((name) => !GIVEN_MODULES.has(topLevel(name)) && !files.hasModule(name)),
    );
    return [...unknown].map((name) => ({
      code: "W101",
      field: "acceptance_commands",
      message: `command ${quote(text)} imports ${quote(name)}: neither the standard library nor the files so far give it`,
    }));
  });

const topLevel = (dotted: string): string => dotted.split(".")[0] ?? dotted;
