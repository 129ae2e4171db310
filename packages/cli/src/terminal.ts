import type { Readable } from "node:stream";
import type { InterruptListener } from "./interrupt.ts";

/** Where a command writes: a terminal, a pipe, a file, or a text in memory. */
export interface Sink extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  /** The open file behind it, if there is one. */
  readonly fd?: number;
}

/** The world as a command line sees it. The caller passes it in: nothing else asks the process itself. */
export interface Terminal {
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly stdin: Readable;
  /** The environment. Commands that could show it to others remove secrets from it. */
  readonly env: NodeJS.ProcessEnv;
  /** Whether this is the process's own environment, which `/proc` shows to others. */
  readonly ownsEnv: boolean;
  readonly cwd: string;
  readonly version: string;
  /** The folder of the templates. */
  readonly templates: string;
  /** How long the command has been running. */
  elapsedMs(): number;
  /** Reports signals to `listener` and aborts on them, until `stop` is called. */
  listenForInterrupt(listener: InterruptListener): { readonly signal: AbortSignal; readonly stop: () => void };
  /** Called once the modules of a long command are loaded. */
  keepHeapSmall(): Promise<void>;
}
