import { DESIGN_FILE } from "@llmch/contract";
import { DESIGN_FOLDER } from "@llmch/planner";
import { designKept, designSaid } from "../design/recorded-design.ts";
import { type Finding, fault } from "./finding.ts";
import type { RunFiles } from "./run-files.ts";

/** Checks that the design kept by a run is the one in its journal, from which its orders' prompts were made. */
export const keptDesign = async ({ directory, where, events }: RunFiles): Promise<readonly Finding[]> => {
  const said = designSaid(events);
  if (said === null) return [];
  if ((await designKept(directory, said)) !== null) return [];
  const name = `${where}/${DESIGN_FOLDER}/${DESIGN_FILE}`;
  return [fault("record", name, "it is not the design that the journal speaks of")];
};
