import type { Connections, Server } from "@llmch/models";
import { resolveProgram, runProgram } from "@llmch/process";
import { accepted, type Environment, learnSecret, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { repoFolders } from "@llmch/workspace";

/** A password manager may ask its user first. */
const LIMIT_MS = 60_000;

interface Place {
  readonly env: Environment;
  readonly cwd: string;
  readonly limitMs?: number;
}

/** The keys that commands printed in this process, by command. */
const printed = new Map<string, Promise<Result<string, string>>>();

/** Runs the key commands of servers, each once a process, and again once the server has refused its key. */
export const withCommandKeys = async (
  connections: Connections,
  place: Place,
): Promise<Result<Connections, Refusal>> => {
  const byModel = new Map(connections.byModel);
  for (const [name, connection] of byModel) {
    const server = await serverWithKey(connection.server, place);
    if (!server.ok) return server;
    byModel.set(name, { ...connection, server: server.value });
  }
  return accepted({ ...connections, byModel });
};

/** The same for one server. */
export const serverWithKey = async (server: Server, place: Place): Promise<Result<Server, Refusal>> => {
  const { keyCommand: command } = server;
  if (command === null) return accepted(server);
  const key = await keyFrom(command, null, place);
  if (!key.ok) {
    const message = `the command in ${server.keyName} gives no key: ${key.issues[0]}`;
    return rejected(refusal("no-key", message, "run it by hand: it prints the key alone, on one line"));
  }
  const renewKey = async (refused: string) => {
    const other = await keyFrom(command, refused, place);
    return other.ok ? other.value : null;
  };
  return accepted({ ...server, apiKey: key.value, renewKey });
};

/** @param refused the key that the server has refused; only then is the command run again */
const keyFrom = async (
  command: readonly string[],
  refused: string | null,
  place: Place,
): Promise<Result<string, string>> => {
  const name = JSON.stringify(command);
  const known = printed.get(name);
  const before = await known;
  // Another call may have asked for a new one meanwhile.
  if (before?.ok === true && before.value !== refused) return before;
  const running = printed.get(name);
  if (running !== undefined && running !== known) return running;
  const key = printedKey(command, place);
  printed.set(name, key);
  return key;
};

/** What the command printed is told to nobody, not even if it is no key. */
const printedKey = async (
  [name = "", ...args]: readonly string[],
  { env, cwd, limitMs = LIMIT_MS }: Place,
): Promise<Result<string, string>> => {
  const notFrom = repoFolders(cwd);
  const program = resolveProgram(name, { path: env.PATH ?? "", cwd, notFrom });
  if (program === null) return rejected(`${name} is not on the PATH`);
  const { exitCode, stdout } = await runProgram({
    ...{ program, args, cwd, env: { ...env }, origin: { kind: "own", notFrom }, limitMs },
  });
  const key = stdout.toString().trim();
  if (exitCode === null) return rejected(`it did not end within ${limitMs / 1000} s, or a signal ended it`);
  if (exitCode !== 0) return rejected(`it exits with ${exitCode}`);
  if (!/^[\x21-\x7e]+$/.test(key)) return rejected(key === "" ? "it prints nothing" : "it prints more than one word");
  learnSecret(key);
  return accepted(key);
};
