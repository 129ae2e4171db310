import { join } from "node:path";
import { type RepoPath, type Round, repoPath } from "@llmch/contract";
import { type DeriveCommand, type DerivedFile, deriveDocument, derivedFile } from "@llmch/factory";
import { readOwnBytes, readOwnText } from "@llmch/store";
import {
  accepted,
  isJsonObject,
  type JsonObject,
  member,
  objectsMember,
  type Result,
  readJson,
  rejected,
  sha256Hex,
  textMember,
  textsMember,
} from "@llmch/text";

/** What an attempt's derive commands made, according to its run's record. */
export interface DerivedRecord {
  /** The requested commands. */
  readonly commands: readonly DeriveCommand[];
  /** The named files that changed. */
  readonly files: readonly DerivedFile[];
}

/**
 * Reads what commands made for a proposal whose derive commands succeeded; null if nothing had to be made. The issue says what is wrong.
 */
export const readDerived = (
  directory: string,
  at: Round,
  names: ReadonlySet<string>,
): Result<DerivedRecord | null, string> => {
  const name = deriveDocument(at);
  if (!names.has(name)) return accepted(null);
  const text = readOwnText(join(directory, name));
  if (!text.ok) return rejected(`${name}: ${text.issues[0]}`);
  const json = readJson(text.value);
  if (!json.ok || !isJsonObject(json.value)) return rejected(`${name}: it is not a JSON object`);
  const document: JsonObject = json.value;
  if (member(document, "ok") !== true) return accepted(null);
  const files: DerivedFile[] = [];
  for (const entry of objectsMember(document, "files")) {
    const path = repoPath(textIn(entry, "path"));
    if (path === null) return rejected(`${name}: it names a file that is no path`);
    if (member(entry, "changed") !== true) continue;
    const content = bytesOf(directory, derivedFile(at, path), textIn(entry, "sha256"));
    if (!content.ok) return content;
    files.push({ path, content: content.value, executable: member(entry, "executable") === true });
  }
  return accepted({
    commands: ["derive", "fix"].flatMap((name) => objectsMember(document, name)).map(commandIn),
    files,
  });
};

const bytesOf = (directory: string, name: string, sha256: string): Result<Uint8Array, string> => {
  const bytes = readOwnBytes(join(directory, name));
  if (!bytes.ok) return rejected(`${name}: ${bytes.issues[0]}`);
  return sha256Hex(bytes.value) === sha256 ? bytes : rejected(`${name}: it is not what the command made`);
};

const commandIn = (entry: JsonObject): DeriveCommand => ({
  command: textIn(entry, "command"),
  files: textsMember(entry, "files"),
});

const textIn = (object: JsonObject, name: string): string => textMember(object, name) ?? "";

/** What a recorded command made; null if it was not among those that ran. */
export const filesOf = (
  { commands, files }: DerivedRecord,
  { command, files: wanted }: DeriveCommand,
): readonly DerivedFile[] | null => {
  const known = new Set(commands.filter((each) => each.command === command).flatMap((each) => paths(each.files)));
  const asked = paths(wanted);
  if (!asked.every((path) => known.has(path))) return null;
  return files.filter(({ path }) => asked.includes(path));
};

const paths = (names: readonly string[]): readonly RepoPath[] => names.flatMap((name) => repoPath(name) ?? []);
