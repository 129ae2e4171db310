import { lastBytes } from "@llmch/text";
import { defineTool } from "../define-tool.ts";

interface Arguments {
  readonly command: string;
  readonly test?: string | null;
  readonly tests?: readonly string[] | null;
}

const BY_NUMBER = "The command's name; verify and acceptance are numbered as the order lists them.";

/** Runs a command on the files with the draft applied. */
export const check = defineTool<Arguments>({
  name: "check",
  risk: "run",
  about:
    "Runs one of the commands that judge your work, on the repo with your draft laid over, and tells how it ended. What builds the repo runs before it.",
  properties: {
    command: { type: "string", description: "The command's name." },
    test: {
      type: ["string", "null"],
      minLength: 1,
      maxLength: 300,
      description: "The name of one test that is to run alone; left out, all of them.",
    },
    tests: {
      type: ["array", "null"],
      maxItems: 50,
      items: { type: "string", minLength: 1 },
      description: "Paths of the test files that are to run alone; left out, all of them.",
    },
  },
  required: ["command"],
  narrowed: ({ checks }) => {
    const commands = checks?.commands ?? [];
    // The order's prompt lists the others.
    const further = commands.filter(({ name }) => name.startsWith("check "));
    const told = [BY_NUMBER, ...further.map(({ name, command }) => `${name}: ${command}`)].join("\n");
    return { command: { type: "string", enum: commands.map(({ name }) => name), description: told } };
  },
  run: async ({ command: wanted, test = null, tests = null }, { checks, draft, room }) => {
    const found = checks?.commands.find(({ name, command }) => name === wanted || command === wanted);
    if (checks === null || found === undefined) {
      const shown = { label: "commands", text: (checks?.commands ?? []).map(({ name }) => name).join("\n") };
      return { ok: false, said: "that command cannot be run: only these can", shown };
    }
    const only = test !== null ? { name: test } : tests !== null && tests.length > 0 ? { files: tests } : null;
    const { ok, ending, output } = await checks.run(found.name, draft.files(), only);
    const text = lastBytes(output, room);
    const cut = text === output ? "" : "; the end of what it printed is shown";
    return {
      ok: true,
      said: `${ok ? "passed" : "failed"}: ${ending}${cut}`,
      shown: { label: "output", text, isOutput: true },
    };
  },
});
