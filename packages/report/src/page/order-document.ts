import {
  CONDITION_KINDS,
  type Condition,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  member,
} from "@llmch/contract";

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
  readonly fulfils: readonly string[];
  readonly notes: string;
  readonly verify_exempt: boolean;
}

/** Reads an order from any author; null if it is not an object. */
export const orderDocument = (value: JsonValue | null): OrderDocument | null => {
  if (!isJsonObject(value)) return null;
  const conditions = (key: string) => list(value, key).flatMap((condition) => conditionOf(condition));
  return {
    id: text(value, "id"),
    title: text(value, "title"),
    intent: text(value, "intent"),
    preconditions: conditions("preconditions"),
    postconditions: conditions("postconditions"),
    allowed_files: texts(value, "allowed_files"),
    context_files: texts(value, "context_files"),
    forbidden: texts(value, "forbidden"),
    acceptance_commands: list(value, "acceptance_commands").flatMap(commandOf),
    fulfils: texts(value, "fulfils"),
    notes: text(value, "notes"),
    verify_exempt: member(value, "verify_exempt") === true,
  };
};

/** The orders of a manifest as the model gave it. */
export const ordersOfManifest = (manifest: JsonValue | null): readonly JsonValue[] =>
  isJsonObject(manifest) ? list(manifest, "work_orders") : [];

const conditionOf = (value: JsonValue): readonly Condition[] => {
  if (!isJsonObject(value)) return [];
  const kind = CONDITION_KINDS.find((known) => known === text(value, "kind"));
  const path = text(value, "path");
  return path !== "" && kind !== undefined
    ? [{ kind, path, ...(kind === "file_contains" ? { text: text(value, "text") } : {}) }]
    : [];
};

const commandOf = (value: JsonValue): readonly string[] => {
  if (typeof value === "string") return [value];
  const command = isJsonObject(value) ? text(value, "command") : "";
  if (!isJsonObject(value) || command === "") return [];
  return [member(value, "hidden") === true ? `${command} (hidden)` : command];
};

const text = (object: JsonObject, key: string): string => {
  const value = member(object, key);
  return typeof value === "string" ? value : "";
};

const list = (object: JsonObject, key: string): readonly JsonValue[] => {
  const value = member(object, key);
  return Array.isArray(value) ? value : [];
};

const texts = (object: JsonObject, key: string): readonly string[] =>
  list(object, key).filter((value) => typeof value === "string");
