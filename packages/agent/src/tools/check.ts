import { lastBytes } from "@llmch/contract";
import { defineTool } from "../define-tool.ts";

/** Runs a command on the files with the draft applied. */
export const check = defineTool<{ readonly command: string; readonly test?: string | null }>({
  name: "check",
  risk: "run",
  about:
    "Runs one of the commands that judge your work, on the repo with your draft laid over, and tells how it ended.",
  properties: {
    command: { type: "string", description: "One of the commands, letter by letter." },
    test: {
      type: ["string", "null"],
      minLength: 1,
      maxLength: 300,
      description: "The name of one test that is to run alone; left out, all of them.",
    },
  },
  required: ["command"],
  narrowed: ({ checks }) => ({ command: { type: "string", enum: checks?.commands ?? [] } }),
  run: async ({ command, test = null }, { checks, draft, room }) => {
    if (checks === null || !checks.commands.includes(command)) {
      const shown = { label: "commands", text: (checks?.commands ?? []).join("\n") };
      return { ok: false, said: "that command cannot be run: only these can", shown };
    }
    const { ok, ending, output } = await checks.run(command, draft.files(), test);
    const text = lastBytes(output, room);
    const cut = text === output ? "" : "; the end of what it printed is shown";
    return {
      ok: true,
      said: `${ok ? "passed" : "failed"}: ${ending}${cut}`,
      shown: { label: "output", text, isOutput: true },
    };
  },
});
