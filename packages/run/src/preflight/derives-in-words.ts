import type { WorkOrder } from "@llmch/contract";
import type { SetupSettings, VerifySettings } from "@llmch/contract/settings";
import { deriveCommands } from "@llmch/factory";

/** Which commands make or change files in the run's commits, one sentence each. */
export const derivesInWords = (
  orders: readonly Pick<WorkOrder, "derive" | "allowed_files">[],
  { derive, network }: Pick<SetupSettings, "derive" | "network">,
  fixes: VerifySettings["fix"],
): readonly string[] => {
  const sentences = orders
    .flatMap((order) => deriveCommands({ order, repoDerives: derive }, order.allowed_files))
    .map(({ command, files }) => `\`${command}\` makes ${files.join(", ")}${network ? ", with the network" : ""}`);
  const fixing = fixes.map(({ command }) => `\`${command}\` formats the files that are written`);
  return [...new Set([...sentences, ...fixing])];
};
