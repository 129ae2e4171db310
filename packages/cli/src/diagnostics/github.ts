import { isError, printable } from "@llmch/contract";
import { type Located, relativePath } from "@llmch/engine/text";
import type { Outcome } from "../outcome.ts";
import { faultText } from "./fault-text.ts";

/** How a command ended as workflow commands of GitHub's: an annotation a diagnostic, and one for each refusal. */
export const githubCommands = (outcome: Outcome, { cwd }: { readonly cwd: string }): string => {
  const faults = (outcome.errors ?? []).filter((error) => !("wo_id" in error));
  const lines = [
    ...faults.map((fault) => command("error", { title: fault.code }, faultText(fault, cwd))),
    ...(outcome.located ?? []).map((located) => annotation(located, cwd)),
  ];
  return lines.map((line) => `${line}\n`).join("");
};

const annotation = ({ diagnostic, place }: Located, cwd: string): string => {
  const { code, wo_id, message } = diagnostic;
  const { line, column } = place?.region ?? {};
  const properties = {
    ...(place === null ? {} : { file: relativePath(place.path, cwd).path }),
    ...(line === undefined ? {} : { line: String(line), col: String(column) }),
    title: code,
  };
  return command(
    isError(diagnostic) ? "error" : "warning",
    properties,
    wo_id === null ? message : `${wo_id}: ${message}`,
  );
};

const command = (name: string, properties: Readonly<Record<string, string>>, message: string): string => {
  const listed = Object.entries(properties).map(([key, value]) => `${key}=${escapedProperty(value)}`);
  return `::${name} ${listed.join(",")}::${escaped(printable(message))}`;
};

/** The runner decodes these, and nothing else. */
const escaped = (text: string): string => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

/** Properties are set apart by commas and colons. What else would steer a terminal is no part of a name that can be shown. */
const escapedProperty = (text: string): string =>
  printable(escaped(text).replaceAll(":", "%3A").replaceAll(",", "%2C"));
