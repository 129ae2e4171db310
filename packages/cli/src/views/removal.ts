import type { Outcome } from "@llmch/app";
import type { RemovalDrawing } from "@llmch/app/drawing";
import type { View } from "../view.ts";

/** What would be removed, or what was. */
export const view: View = ({ drawing }: Outcome<object, RemovalDrawing>) => ({
  lines: [...(drawing?.lines ?? []), ...(drawing?.did ? [drawing.did] : [])],
  next: drawing?.next ?? [],
});
