import type { Standing } from "@llmch/story";
import type { Colors } from "../console/paint.ts";

export const standingPaint = (
  standing: Standing | "INTERRUPTED" | "WAITING" | undefined,
  colors: Colors,
): ((text: string) => string) => {
  if (standing === "PASS") return colors.green;
  return standing !== undefined && OPEN.has(standing) ? colors.yellow : colors.red;
};

const OPEN: ReadonlySet<string> = new Set(["RUNNING", "UNFINISHED", "INTERRUPTED", "WAITING"]);
