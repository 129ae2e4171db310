import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { EXIT } from "@llmch/contract";
import { killRunningPrograms } from "@llmch/process/running";
import { installedVersion } from "./installed-version.ts";
import { listenForInterrupt } from "./interrupt.ts";
import { runCommand } from "./run-command.ts";
import type { Terminal } from "./terminal.ts";

// Rather than `performance`, which Node would load for this alone.
const started = process.uptime();
const packageRoot = dirname(dirname(fileURLToPath(import.meta.url)));

/** This process. What costs time to open is opened once somebody asks for it. */
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

/** A command that ended well, but could not say so, did not end well. */
const failUnsaid = (): void => {
  process.exitCode ||= EXIT.failed;
};

/**
 * A reader that went away, as in `llmch … | head -1`, is no fault of ours: what is still to be done is left, what was done
 * stays so. A result that a full disk swallowed is a fault.
 */
const watchOutput = (): void => {
  process.stderr.on("error", () => {});
  process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
    if (code === "EPIPE" || process.listenerCount("exit", failUnsaid) > 0) return;
    process.on("exit", failUnsaid);
  });
};

// What a library of others' still waits for, such as a model that was given up, keeps no command that has ended.
const LINGERING_MS = 2000;
const isWritten = ({ writableLength }: NodeJS.WriteStream): boolean => writableLength === 0;
const endSoon = (): void => {
  setInterval(() => {
    if (isWritten(process.stdout) && isWritten(process.stderr)) process.exit();
  }, LINGERING_MS).unref();
};

// Node warns of the two together; NO_COLOR wins (contract §1).
if ((process.env.NO_COLOR ?? "") !== "") delete process.env.FORCE_COLOR;
// A second Ctrl-C ends us at once: nothing that a command started may outlive that.
process.once("exit", killRunningPrograms);
// Until a command has ended, an end is a fault: where nothing is left to wait for, Node lets a process go with 0.
process.exitCode = EXIT.unexpected;
watchOutput();
void runCommand(process.argv.slice(2), terminal).then((exitCode) => {
  process.exitCode = exitCode;
  endSoon();
});
