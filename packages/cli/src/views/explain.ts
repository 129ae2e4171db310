import type { ExplainDrawing, ExplainResult, Outcome } from "@llmch/app";
import { colorsFor } from "../console/paint.ts";
import { topicList, topicPage } from "../explain/page.ts";
import type { View } from "../view.ts";

/** Page width in columns: very long and very short lines are both hard to read. */
const WIDEST = 100;
const NARROWEST = 40;

/** A topic's page, or the list of all topics. */
export const view: View = (
  { result, drawing }: Outcome<ExplainResult, ExplainDrawing>,
  { shown },
  { stdout },
  { env },
) => {
  const columns = stdout.columns || WIDEST;
  const colors = colorsFor(shown, env, stdout.isTTY === true);
  const paper = { colors, width: Math.max(NARROWEST, Math.min(columns, WIDEST)) };
  const { explanation, explanations = [] } = result ?? {};
  return {
    lines:
      explanation === undefined || drawing === undefined
        ? topicList(explanations, paper)
        : topicPage(explanation, drawing, paper),
  };
};
