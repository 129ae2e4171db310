import { CONDITION_KINDS, type Condition } from "@llmch/contract";
import { isJsonObject, type JsonValue, listMember, member, textMember, textsMember } from "@llmch/text";

/** The readable parts of an order's document. A member that is missing or of the wrong kind is empty. */
export interface OrderDocument {
  readonly id: string;
  readonly title: string;
  readonly intent: string;
  readonly preconditions: readonly Condition[];
  readonly postconditions: readonly Condition[];
  readonly allowed_files: readonly string[];
  readonly context_files: readonly string[];
  readonly forbidden: readonly string[];
  readonly acceptance_commands: readonly string[];
  /** The commands that make files. */
  readonly derive: readonly string[];
  readonly fulfils: readonly string[];
  readonly notes: string;
  readonly verify_exempt: boolean;
}

/** Reads an order from any author; null if it is not an object. */
export const orderDocument = (value: JsonValue | null): OrderDocument | null => {
  if (!isJsonObject(value)) return null;
  const conditions = (key: string) => listMember(value, key).flatMap((condition) => conditionOf(condition));
  return {
    id: textMember(value, "id") ?? "",
    title: textMember(value, "title") ?? "",
    intent: textMember(value, "intent") ?? "",
    preconditions: conditions("preconditions"),
    postconditions: conditions("postconditions"),
    allowed_files: textsMember(value, "allowed_files"),
    context_files: textsMember(value, "context_files"),
    forbidden: textsMember(value, "forbidden"),
    acceptance_commands: listMember(value, "acceptance_commands").flatMap(commandOf),
    derive: listMember(value, "derive").flatMap(commandOf),
    fulfils: textsMember(value, "fulfils"),
    notes: textMember(value, "notes") ?? "",
    verify_exempt: member(value, "verify_exempt") === true,
  };
};

/** The orders of a manifest as the model gave it. */
export const ordersOfManifest = (manifest: JsonValue | null): readonly JsonValue[] =>
  isJsonObject(manifest) ? listMember(manifest, "work_orders") : [];

const conditionOf = (value: JsonValue): readonly Condition[] => {
  if (!isJsonObject(value)) return [];
  const kind = CONDITION_KINDS.find((known) => known === textMember(value, "kind"));
  const path = textMember(value, "path") ?? "";
  return path !== "" && kind !== undefined
    ? [{ kind, path, ...(kind === "file_contains" ? { text: textMember(value, "text") ?? "" } : {}) }]
    : [];
};

const commandOf = (value: JsonValue): readonly string[] => {
  if (typeof value === "string") return [value];
  const command = isJsonObject(value) ? (textMember(value, "command") ?? "") : "";
  if (!isJsonObject(value) || command === "") return [];
  return [member(value, "hidden") === true ? `${command} (hidden)` : command];
};
