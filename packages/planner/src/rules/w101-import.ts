import { stemOf } from "@llmch/contract";
import { quote } from "../quote.ts";
import type { ChainRule } from "./rule.ts";

/**
 * An inline program imports only modules that belong to the language, are assumed to be installed, or are among the plan's files so far.
 */
export const unknownImport: ChainRule = ({ order, programs, files }) =>
  order.commands.flatMap(({ text, program: found, pointer, field, files: beside, isFile }) => {
    const isStray = found?.program.strayImport ?? null;
    if (found === null || isStray === null) return [];
    const besides = new Set(isFile ? beside.flatMap((each) => [stemOf(each), `./${each.name}`]) : []);
    // A check file is not in the repo, so a relative import leads to another one.
    const isUnknown = (name: string) => (isFile && RELATIVE.test(name)) || isStray(name, files);
    const unknown = new Set(programs.imports(found).filter((name) => !besides.has(name) && isUnknown(name)));
    return [...unknown].map((name) => ({
      code: "W101",
      field,
      message: `command ${quote(text)} imports ${quote(name)}: ${
        RELATIVE.test(name)
          ? `the ${isFile ? "check files" : "files so far"} do not give it`
          : "neither the standard library nor the files so far give it"
      }`,
      pointer,
    }));
  });

const RELATIVE = /^\.\.?\//;
