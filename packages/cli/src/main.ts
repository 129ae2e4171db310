import { closeSync, fstatSync } from "node:fs";
import { dirname, join } from "node:path";
import { isatty } from "node:tty";
import { fileURLToPath } from "node:url";
import { endPrograms } from "@llmch/app/running";
import { EXIT, messageOf, printable } from "@llmch/text";
import { installedVersion } from "./installed-version.ts";
import { listenForInterrupt } from "./interrupt.ts";
import { runCommand } from "./run-command.ts";
import type { Terminal } from "./terminal.ts";

// Not `performance`: Node would load it for this alone.
const started = process.uptime();
const packageRoot = dirname(dirname(fileURLToPath(import.meta.url)));

/** This process. Whatever takes time to open is opened on first use. */
const terminal: Terminal = {
  stdout: process.stdout,
  stderr: process.stderr,
  get stdin() {
    return process.stdin;
  },
  env: process.env,
  ownsEnv: true,
  get cwd() {
    return process.cwd();
  },
  version: installedVersion(packageRoot),
  templates: join(packageRoot, "templates"),
  elapsedMs: () => (process.uptime() - started) * 1000,
  listenForInterrupt,
  keepHeapSmall: async () => (await import("./small-heap.ts")).keepHeapSmall(),
};

/** A command whose result could not be written has failed. */
const failUnsaid = (): void => {
  process.exitCode ||= EXIT.failed;
};

/**
 * A reader that went away, as in `llmch … | head -1`, is not our fault: leave undone what is still to do, and keep what was done. A result
 * that a full disk swallowed is a fault.
 */
const watchOutput = (): void => {
  process.stderr.on("error", () => {});
  process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
    if (code === "EPIPE" || process.listenerCount("exit", failUnsaid) > 0) return;
    process.on("exit", failUnsaid);
  });
};

// Exit even if a library keeps the event loop alive, such as with a model that was given up.
const LINGERING_MS = 2000;
const isWritten = ({ writableLength }: NodeJS.WriteStream): boolean => writableLength === 0;
const endSoon = (): void => {
  setInterval(() => {
    if (isWritten(process.stdout) && isWritten(process.stderr)) process.exit();
  }, LINGERING_MS).unref();
};

/**
 * Closes the standard streams whose terminal is gone, as a last act. Node sets a terminal back to its state before when it exits, and Node 20
 * aborts if that fails; it leaves alone what is closed.
 */
const closeLostTerminals = (): void => {
  for (const stream of [0, 1, 2]) {
    try {
      if (fstatSync(stream).isCharacterDevice() && !isatty(stream)) closeSync(stream);
    } catch {
      // It was closed before.
    }
  }
};

// Node warns if both are set; NO_COLOR wins (contract §1).
if ((process.env.NO_COLOR ?? "") !== "") delete process.env.FORCE_COLOR;
// A second Ctrl-C ends us at once: no program that a command started may outlive us.
process.once("exit", endPrograms);
process.once("exit", closeLostTerminals);
// Exiting before a command has ended is a fault: with nothing left to wait for, Node would exit with 0.
process.exitCode = EXIT.unexpected;
watchOutput();
/** A fault in reading the command line or in telling what came of it; an operation's own faults are outcomes. */
const tellFault = (fault: unknown): number => {
  process.stderr.write(`error: unexpected: ${printable(messageOf(fault))}\n`);
  if (process.argv.includes("--verbose") && fault instanceof Error) process.stderr.write(`${fault.stack}\n`);
  return EXIT.unexpected;
};

void runCommand(process.argv.slice(2), terminal)
  .catch(tellFault)
  .then((exitCode) => {
    process.exitCode = exitCode;
    endSoon();
  });
