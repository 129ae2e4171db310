import { pathFault, type RepoPath, repoPath } from "@llmch/contract";
import { counted, type Result } from "@llmch/text";
import type { Outcome, ToolContext } from "../tool.ts";

/** Changes a file of the draft at the model's path, and reports its state afterwards. */
export const drafted = async (
  raw: string,
  { draft, denies }: ToolContext,
  change: (path: RepoPath) => Promise<{ readonly made: Result<null, string>; readonly said: string }>,
): Promise<Outcome> => {
  const path = repoPath(raw);
  if (path === null) return { ok: false, said: `that path ${pathFault(raw)}` };
  if (!draft.allowed.has(path)) {
    const shown = { label: "files that may be written", text: [...draft.allowed].join("\n") };
    return { ok: false, said: "that file may not be written", ...(draft.allowed.size === 0 ? {} : { shown }) };
  }
  if (denies(path)) return { ok: false, said: "the settings exclude that file" };
  const { made, said } = await change(path);
  if (!made.ok) return { ok: false, said: "not made", shown: { label: "why", text: made.issues.join("\n") } };
  const state = await draft.state(path);
  if (state.kind !== "file" || state.text === null) return { ok: true, said: `${said}: the file is gone` };
  const lines = state.text === "" ? 0 : state.text.replace(/\n$/, "").split("\n").length;
  return { ok: true, said: `${said}: the file has ${counted(lines, "line")} now` };
};
