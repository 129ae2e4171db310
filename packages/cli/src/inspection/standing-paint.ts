import type { Standing } from "@llmch/engine/stored";
import type { Colors } from "../console/paint.ts";

export const standingPaint = (standing: Standing | undefined, colors: Colors): ((text: string) => string) => {
  if (standing === "PASS") return colors.green;
  return standing === "RUNNING" || standing === "UNFINISHED" ? colors.yellow : colors.red;
};
