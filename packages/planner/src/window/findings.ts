import { type Diagnostic, isJsonObject, type JsonValue } from "@llmch/contract";
import { noteFaults } from "./e305-notes.ts";
import { windowFaults } from "./e306-window.ts";
import { citationFaults } from "./e307-citation.ts";
import { type PlanWindow, plannedWindow } from "./window.ts";

/** What is wrong with a window besides its orders. */
export const windowFindings = (manifest: JsonValue, window: PlanWindow): readonly Diagnostic[] => {
  if (!isJsonObject(manifest)) return [];
  const planned = plannedWindow(manifest);
  return [
    ...noteFaults(planned, window.notes),
    ...windowFaults(manifest, planned, window),
    ...citationFaults(planned, window.citable),
  ];
};
