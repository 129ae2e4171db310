import type { Located } from "@llmch/app/locate";
import { annotation } from "@llmch/text";
import type { DrawnOutcome } from "../outcome.ts";
import { countsAsError, faultText } from "./fault-text.ts";
import { relativePath } from "./relative-path.ts";

/** A command's outcome as GitHub workflow commands: one annotation per diagnostic and per refusal. */
export const githubCommands = (outcome: DrawnOutcome, { cwd }: { readonly cwd: string }): string => {
  const isError = countsAsError(outcome);
  const faults = (outcome.errors ?? []).filter((error) => !("wo_id" in error));
  const lines = [
    ...faults.map((fault) => annotation("error", { title: fault.code }, faultText(fault, cwd))),
    ...(outcome.located ?? []).map((located) =>
      annotationOf(located, isError(located.diagnostic) ? "error" : "warning", cwd),
    ),
  ];
  return lines.map((line) => `${line}\n`).join("");
};

const annotationOf = ({ diagnostic, place }: Located, level: "error" | "warning", cwd: string): string => {
  const { code, wo_id, message } = diagnostic;
  const { line, column } = place?.region ?? {};
  const properties = {
    ...(place === null ? {} : { file: relativePath(place.path, cwd).path }),
    ...(line === undefined ? {} : { line: String(line), col: String(column) }),
    title: code,
  };
  return annotation(level, properties, wo_id === null ? message : `${wo_id}: ${message}`);
};
