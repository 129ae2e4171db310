import { counted, EXIT, formatRefusal, printable, refusal } from "@llmch/contract";
import { misspeltVariables, type ResolvedSettings } from "@llmch/engine/settings";
import type { CommandContext } from "../command-context.ts";
import { colorsFor } from "../console/paint.ts";
import type { ConfigOptions } from "../options.ts";
import { type Outcome, refused } from "../outcome.ts";
import { settingLines, settingsDocument, settingsNamed } from "../settings/listing.ts";
import { repoFault } from "./named-repo.ts";

/** `llmch config`: prints every setting, its value and its origin, then any faults in files and variables. */
export const config = async (
  options: ConfigOptions,
  { settings, env, cwd, console }: CommandContext,
): Promise<Outcome> => {
  const unfit = repoFault(options.repo, cwd);
  if (unfit !== null) return refused([unfit]);
  const { name } = options;
  if (settingsNamed(name).length === 0) {
    const message = `there is no setting and no section ${printable(name ?? "")}`;
    return refused([refusal("usage", message, "`llmch config` lists them all")]);
  }
  const warnings = [...misspeltVariables(env), ...distrustIn(settings)];
  const colors = colorsFor(options, env, console.stdout.isTTY === true);
  // Print faults last, so that they do not scroll away.
  for (const line of settingLines(settings, { env, cwd }, colors, name)) console.result(line);
  for (const warning of warnings) console.error(`warning: ${warning}`);
  for (const fault of settings.faults) console.failure(fault);
  const isFine = settings.faults.length === 0;
  return {
    exitCode: isFine ? EXIT.ok : EXIT.failed,
    verdict: isFine ? "PASS" : "FAIL",
    lines: isFine ? [] : [`FAIL  ${counted(settings.faults.length, "fault")}, as said above`],
    errors: settings.faults,
    warnings: warnings.map((message) => ({ code: "settings", message })),
    extra: settingsDocument(settings, { env }, name),
  };
};

/** Warnings about servers that may not be sent a key. */
export const distrustIn = ({ untrusted }: ResolvedSettings): readonly string[] =>
  Object.values(untrusted).map(formatRefusal);
