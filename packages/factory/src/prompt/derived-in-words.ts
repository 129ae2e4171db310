import { type DerivingJob, deriveCommands } from "../derived/derive-commands.ts";

/** Lists the files that commands make, so that no proposal writes them; empty if there are none. */
export const derivedInWords = (job: DerivingJob, allowedFiles: readonly string[]): string => {
  const files = deriveCommands(job, allowedFiles).flatMap(({ command, files }) =>
    files.map((path) => `- ${JSON.stringify(path)}, by ${JSON.stringify(command)}`),
  );
  return files.length === 0
    ? ""
    : ["Commands make these files once yours are written: do not write them.", "", ...files].join("\n");
};
