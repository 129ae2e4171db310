import type { WorkOrder } from "@llmch/contract";
import { pathPattern } from "@llmch/text";
import type { DeriveCommand } from "./ports.ts";

/** A derive command from the repo's settings. It runs if a changed file matches `when`; with no patterns it always runs. */
export interface RepoDeriveCommand extends DeriveCommand {
  readonly when: readonly string[];
}

/** The inputs that decide which derive commands run for an order. */
export interface DerivingJob {
  readonly order: Pick<WorkOrder, "derive">;
  /** The commands from the repo's settings; left out if there are none. */
  readonly repoDerives?: readonly RepoDeriveCommand[];
}

/**
 * The derive commands for a change, each once: the order's, then the repo's.
 * @param changed the changed paths
 */
export const deriveCommands = (
  { order, repoDerives = [] }: DerivingJob,
  changed: readonly string[],
): readonly DeriveCommand[] => {
  const waits = ({ when }: RepoDeriveCommand) => {
    const patterns = when.map(pathPattern);
    return patterns.length > 0 && !changed.some((path) => patterns.some((fits) => fits(path)));
  };
  const commands = new Map<string, Set<string>>();
  for (const { command, files } of [...(order.derive ?? []), ...repoDerives.filter((each) => !waits(each))]) {
    const known = commands.get(command) ?? new Set();
    for (const path of files) known.add(path);
    commands.set(command, known);
  }
  return [...commands].map(([command, files]) => ({ command, files: [...files] }));
};

/** Lists the files that commands make, so that no proposal writes them; empty if there are none. */
export const derivedInWords = (job: DerivingJob, allowedFiles: readonly string[]): string => {
  const files = deriveCommands(job, allowedFiles).flatMap(({ command, files }) =>
    files.map((path) => `- ${JSON.stringify(path)}, by ${JSON.stringify(command)}`),
  );
  return files.length === 0
    ? ""
    : ["Commands make these files once yours are written: do not write them.", "", ...files].join("\n");
};
