import type { CommandResult } from "@llmch/contract";

export interface RanCommand {
  readonly argv: readonly string[];
  readonly timeoutSeconds: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a command does, by its words joined with spaces. A list has one entry for each run; the last one repeats. */
export type CommandScript = Readonly<Record<string, Ending | readonly Ending[]>>;
type Ending = Partial<CommandResult> | (() => Partial<CommandResult>);

export interface ScriptedCommands {
  readonly ran: readonly RanCommand[];
  run(request: RanCommand): Promise<CommandResult>;
}

/** Commands that only report how they ended. A command that the script does not name exits with 0 and prints nothing. */
export const scriptedCommands = (script: CommandScript = {}): ScriptedCommands => {
  const ran: RanCommand[] = [];
  const runs = new Map<string, number>();
  return {
    ran,
    run: async (request) => {
      ran.push(request);
      const command = request.argv.join(" ");
      const run = runs.get(command) ?? 0;
      runs.set(command, run + 1);
      const endings = [script[command] ?? {}].flat();
      const ending = endings[Math.min(run, endings.length - 1)] ?? {};
      return { ...QUIET_SUCCESS, ...(typeof ending === "function" ? ending() : ending) };
    },
  };
};

const QUIET_SUCCESS: CommandResult = {
  ending: "exited",
  exitCode: 0,
  signal: null,
  startFault: null,
  stdoutTail: "",
  stderrTail: "",
  printedBytes: 0,
  droppedBytes: 0,
  durationMs: 5,
};
