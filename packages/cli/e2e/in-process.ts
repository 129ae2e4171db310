import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { type Finished, type Invocation, sceneEnvironment } from "@llmch/testkit";
import { installedVersion } from "../src/installed-version.ts";
import { runCommand } from "../src/run-command.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const version = installedVersion(join(root, "packages/cli"));

/** Runs a command line from source in this process, without reading or changing the process's own state. Never interrupted. */
export const runInProcess = async (
  argv: readonly string[],
  {
    cwd,
    env,
    input = "",
    isTerminal = false,
  }: Pick<Invocation, "cwd" | "env" | "input"> & { readonly isTerminal?: boolean },
): Promise<Finished> => {
  const started = performance.now();
  const [stdout, stderr] = [createCollector(isTerminal), createCollector(isTerminal)];
  const code = await runCommand(argv, {
    stdout: stdout.sink,
    stderr: stderr.sink,
    stdin: Object.assign(Readable.from([Buffer.from(input)]), isTerminal ? { isTTY: true } : {}),
    env: sceneEnvironment(env),
    ownsEnv: false,
    cwd,
    version,
    templates: join(root, "templates"),
    elapsedMs: () => performance.now() - started,
    listenForInterrupt: () => ({ signal: new AbortController().signal, stop: () => {} }),
    keepHeapSmall: async () => {},
  });
  return { code, signal: null, stdout: stdout.text(), stderr: stderr.text() };
};

/** A stream that keeps what is written to it. */
const createCollector = (isTerminal: boolean) => {
  const parts: Buffer[] = [];
  const sink = new Writable({
    write: (part: Buffer, _encoding, done) => {
      parts.push(part);
      done();
    },
  });
  if (isTerminal) Object.assign(sink, { isTTY: true });
  return { sink, text: () => Buffer.concat(parts).toString() };
};
