import { InvalidArgumentError, Option } from "commander";
import type { DiagnosticFormat } from "../options.ts";

export const diagnosticFormat = (): Option =>
  new Option("--format <format>", "how diagnostics are printed (default: text)").choices([
    "text",
    "json",
    "sarif",
    "github",
  ]);

/** Options as given on the command line, where the format may be missing. */
export type Unformatted<Options extends { readonly format: DiagnosticFormat }> = Omit<Options, "format"> & {
  readonly format?: DiagnosticFormat;
};

/** `--format json` and `--json` mean the same; any other format conflicts with `--json`. */
export const formatted = <Options extends { readonly json: boolean; readonly format?: DiagnosticFormat }>(
  options: Options,
): Options & { readonly format: DiagnosticFormat } => {
  const { json, format = json ? "json" : "text" } = options;
  if (json && format !== "json") {
    throw new InvalidArgumentError(`--json and --format ${format} exclude each other: keep one`);
  }
  return { ...options, json: format === "json", format };
};
