import type { Readable } from "node:stream";
import { CHANNELS, type Enclosure } from "./sandbox.ts";
import { signalGroup } from "./signals.ts";
import { type ProgramStart, startProgram } from "./start-program.ts";
import { type Patience, untilDrained, waitForEnd } from "./wait-for-end.ts";

export interface ProgramRun extends Omit<ProgramStart, "stdio">, Patience {
  /** Its standard input; empty by default. */
  readonly input?: string | Buffer | undefined;
  /** Maximum bytes of each stream; a program that prints more is ended. One megabyte by default. */
  readonly mostBytes?: number;
  /** Takes hold of a program in a sandbox, and reads the sandbox's reports. */
  readonly hold?: Enclosure["hold"] | undefined;
}

/** How a program ended. */
export interface ProgramResult {
  /** Null if it could not be started, or was ended by its limit or a signal. */
  readonly exitCode: number | null;
  readonly stdout: Buffer;
  /** Without the final newline. If llmch ended the program or could not start it, this says why. */
  readonly stderr: string;
}

const MOST_BYTES = 1 << 20;

/** Runs a program to its end and collects its output. Never rejects. */
export const runProgram = async ({
  input,
  mostBytes = MOST_BYTES,
  hold,
  ...run
}: ProgramRun): Promise<ProgramResult> => {
  const channels = hold === undefined ? [] : CHANNELS;
  const stdio = [input === undefined ? "ignore" : "pipe", "pipe", "pipe", ...channels] as const;
  const started = await startProgram({ ...run, stdio });
  if (!started.ok) return { exitCode: null, stdout: Buffer.alloc(0), stderr: started.issues[0] };
  const { child, group } = started.value;
  const held = hold?.(started.value);
  const kill = held?.kill ?? (() => void signalGroup(group, "SIGKILL"));
  let isTooMuch = false;
  const gather = (stream: Readable | null): Buffer[] => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    stream?.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= mostBytes) chunks.push(chunk);
      else {
        isTooMuch = true;
        kill();
      }
    });
    return chunks;
  };
  const [stdout, stderr] = [gather(child.stdout), gather(child.stderr)];
  child.stdin?.end(input);
  const terminate = held?.terminate ?? (() => void signalGroup(group, "SIGTERM"));
  const drained = new Promise((resolve) => child.once("close", resolve));
  const { stop, exit } = await waitForEnd(started.value, { terminate, kill }, run);
  await (held === undefined ? untilDrained(drained) : held.finish(drained));
  for (const stream of child.stdio) stream?.destroy();
  const why = {
    "timed-out": `no answer within ${Math.round(run.limitMs / 1000)} seconds`,
    interrupted: "interrupted",
    "too-much": `more than ${mostBytes} bytes were printed`,
  };
  const ended = isTooMuch ? "too-much" : stop;
  return {
    exitCode: ended === null ? exit.exitCode : null,
    stdout: Buffer.concat(stdout),
    stderr: ended === null ? Buffer.concat(stderr).toString().trimEnd() : why[ended],
  };
};
