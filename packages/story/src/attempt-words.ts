import { counted } from "@llmch/contract";
import type { AttemptStory, ToolStory } from "./story.ts";

/** `3 turns: read 4, search 1`. The names are a model's words. */
export const toolsInWords = ({ turns, calls }: ToolStory): string =>
  `${counted(turns, "turn")}: ${calls.map(({ tool, count }) => `${tool} ${count}`).join(", ")}`;

/** `agent (row 2 of factory.escalation)`. In a settings file rows are counted by people. */
export const escalationInWords = ({ row, do: what, model }: NonNullable<AttemptStory["escalated"]>): string =>
  `${what === "model" ? `model ${model ?? ""}` : what} (row ${row + 1} of factory.escalation)`;
