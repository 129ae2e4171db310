import { randomBytes } from "node:crypto";
import { chmodSync, lstatSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  faultInWords,
  isDead,
  jsonText,
  keptText,
  makeDirectory,
  makeSecretFile,
  namesIn,
  newOwnedName,
  ownerOf,
  readSecretFile,
  thisMachine,
  writeFileAtomic,
} from "@llmch/files";
import { COPIES_FILE } from "@llmch/store";
import {
  accepted,
  isJsonObject,
  numberMember,
  type Refusal,
  type Result,
  readJson,
  refusal,
  rejected,
  textMember,
} from "@llmch/text";
import { acquireLock } from "@llmch/workspace";

/** A server that runs, as the file in its folder tells. */
export interface RunningServer {
  readonly port: number;
  /** False if another machine shares the folder: nothing is known of that port here. */
  readonly isHere: boolean;
}

/** Makes the folder of a server, which is the user's alone, if there is none, and gives the token in it. */
export const openServerFolder = (data: string): Result<string, Refusal> => {
  try {
    makeDirectory(data, 0o700);
    const { mode, uid } = lstatSync(data);
    if (uid !== process.getuid?.()) return notOwn(`${data} is not a folder of yours`, "name another with --data");
    if ((mode & 0o077) !== 0 && namesIn(data).some((name) => !OWN.has(name)))
      return notOwn(`${data} is open to others and has files of other programs`, `\`chmod 700\` it, or name another`);
    if ((mode & 0o077) !== 0) chmodSync(data, 0o700);
    const file = join(data, "token");
    makeSecretFile(file, Buffer.from(randomBytes(32).toString("base64url")));
    const token = readSecretFile(file, TOKEN_BYTES);
    if (token.ok) return accepted(token.value.toString());
    return notOwn(`${file} cannot be trusted (${token.issues[0]})`, "remove it, and start again: links are made anew");
  } catch (fault) {
    const message = `${data} cannot be used (${faultInWords(fault)})`;
    return rejected(refusal("not-writable", message, "mend its permissions, or name another with --data"));
  }
};

/** What stands in such a folder. A subfolder is open to nobody whom its parent keeps out. */
const OWN: ReadonlySet<string> = new Set([
  "artifacts",
  COPIES_FILE,
  "notes",
  "queue",
  "server.json",
  "timers.json",
  "token",
]);

const TOKEN_BYTES = 43;

const notOwn = (message: string, hint: string) => rejected(refusal("not-writable", message, hint));

/** The server of a folder; null if none runs. */
export const runningServer = (data: string): RunningServer | null => {
  const read = readJson(keptText(join(data, "server.json"), "none") ?? "");
  if (!read.ok || !isJsonObject(read.value)) return null;
  const owner = ownerOf(textMember(read.value, "owner") ?? "");
  const port = numberMember(read.value, "port");
  if (owner === null || port === null || isDead(owner)) return null;
  return { port, isHere: owner.machine === thisMachine() };
};

/** Tells others that this process serves the folder, until it is released; `locked` if another one does. */
export const claimServer = async (data: string, port: number): Promise<Result<() => void, Refusal>> => {
  const lock = acquireLock({ commonDir: join(data, "queue") }, "server", { run: "server" });
  if (!lock.ok) return lock;
  const file = join(data, "server.json");
  const release = (): void => {
    rmSync(file, { force: true });
    lock.value.release();
  };
  try {
    await writeFileAtomic(file, jsonText({ owner: newOwnedName(), port }), { mode: 0o600 });
    return accepted(release);
  } catch (fault) {
    release();
    return notOwn(`${file} cannot be written (${faultInWords(fault)})`, "mend that, or name another with --data");
  }
};
