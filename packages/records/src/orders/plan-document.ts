import { basename, dirname, join } from "node:path";
import type { PlanSource, SourceText } from "@llmch/config";
import { type Diagnostic, loneOrder, wholeOf } from "@llmch/contract";
import { readTextFile } from "@llmch/files";
import { normalizeManifest } from "@llmch/planner";
import { directoryEntries } from "@llmch/store";
import {
  accepted,
  isJsonObject,
  type JsonValue,
  listMember,
  type Refusal,
  type Result,
  readJson,
  refusal,
  rejected,
  shellWord,
} from "@llmch/text";
import { notJson, readManifestBeside } from "./manifest-beside.ts";

/** The content of a target of `check`, and the texts that it was read from. */
export type PlanDocument = { readonly source: PlanSource } & (
  | { readonly kind: "manifest"; readonly text: string }
  /** A directory's orders as one manifest, with what the manifest beside them says of the whole. */
  | { readonly kind: "orders"; readonly document: JsonValue }
  /** A text is not JSON, or the manifest beside the orders is no object. */
  | { readonly kind: "unreadable"; readonly isJson: boolean; readonly diagnostics: readonly Diagnostic[] }
);

/** Larger than any order that a model could be asked to carry out. */
const MAX_ORDER_BYTES = 10 * 1024 * 1024;

/** A file in a directory of orders. */
export interface OrderFile {
  readonly path: string;
  readonly number: number;
}

/** Reads a manifest file, or a directory of `WO-NN.json` as one manifest (contract §3). */
export const readPlan = async (target: string): Promise<Result<PlanDocument, Refusal>> => {
  const entries = await directoryEntries(target);
  if (!entries.ok) return entries;
  if (entries.value === null) {
    const text = await readTextFile(target);
    if (!text.ok) return text;
    const source: PlanSource = { kind: "manifest", manifest: { path: target, text: text.value } };
    return accepted({ kind: "manifest", text: text.value, source });
  }
  const files = orderFiles(target, entries.value);
  if (!files.ok) return files;
  const beside = await readManifestBeside(target);
  if (beside.fault !== null && "hint" in beside.fault) return rejected(beside.fault);
  const texts = await readOrders(target, files.value);
  if (!texts.ok) return texts;
  const orders: JsonValue[] = [];
  const faults: Diagnostic[] = [];
  for (const [index, { path, text }] of texts.value.entries()) {
    const order = readJson(text);
    if (order.ok) orders.push(order.value);
    else faults.push(notJson(basename(path), order.issues[0].message, `/work_orders/${index}`));
  }
  const isJson = faults.length === 0 && beside.isJson;
  if (beside.fault !== null) faults.push(beside.fault);
  const source: PlanSource = { kind: "orders", orders: texts.value, manifest: beside.file };
  if (faults.length > 0) return accepted({ kind: "unreadable", isJson, diagnostics: faults, source });
  const document = { ...wholeOf(beside.document), work_orders: orders };
  return accepted({ kind: "orders", source, document });
};

/** The total size limit for a directory's orders, which are checked in one go. */
const MAX_ORDERS_BYTES = 32 * 1024 * 1024;

/** Reads a directory's orders. Refuses a link that leads out of the directory, because somebody else may have prepared it. */
export const readOrders = async (
  directory: string,
  files: readonly OrderFile[],
): Promise<Result<readonly SourceText[], Refusal>> => {
  const texts: SourceText[] = [];
  let left = MAX_ORDERS_BYTES;
  for (const { path } of files) {
    const text = await readTextFile(path, { maxBytes: Math.min(left, MAX_ORDER_BYTES), links: { within: directory } });
    if (!text.ok) return text;
    texts.push({ path, text: text.value });
    left -= text.value.length;
  }
  return accepted(texts);
};

/** A directory's `WO-<number>.json` in numeric order. No files, or two with the same number, are refused (contract §1). */
export const orderFiles = (directory: string, entries: readonly string[]): Result<readonly OrderFile[], Refusal> => {
  const files = entries
    .flatMap((name): OrderFile[] => {
      const digits = /^WO-([0-9]+)\.json$/.exec(name)?.[1];
      return digits === undefined ? [] : [{ path: join(directory, name), number: Number(digits) }];
    })
    .sort((a, b) => a.number - b.number || (a.path < b.path ? -1 : 1));
  if (files.length === 0) {
    return rejected(
      refusal("no-orders", `${directory} holds no WO-NN.json`, "give the directory that `llmch plan` wrote"),
    );
  }
  const twin = files.find((file, index) => files[index + 1]?.number === file.number);
  if (twin === undefined) return accepted(files);
  const names = files.filter(({ number }) => number === twin.number).map(({ path }) => basename(path));
  return rejected(refusal("duplicate-orders", `${names.join(" and ")} have the same number`, "keep one of them"));
};

export const notAFile = (path: string): Refusal =>
  refusal(
    "unreadable-input",
    `${path} is a directory, not a work order`,
    `give a file of it; all its orders are carried out by \`llmch run-all ${shellWord(path)}\``,
  );

export const notADirectory = (path: string): Refusal =>
  refusal(
    "no-orders",
    `${path} is a file, not a directory of work orders`,
    "give the directory; one order alone is carried out by `llmch run --work-order FILE`",
  );

/** The manifest of a plan; null if it is not JSON. */
export const manifestOf = (plan: PlanDocument): JsonValue => {
  if (plan.kind !== "manifest") return plan.kind === "orders" ? plan.document : null;
  const read = readJson(plan.text);
  return read.ok ? read.value : null;
};

/** The orders of a manifest, normalised; they need not be valid. Empty if it has none. */
export const ordersOf = (manifest: JsonValue): readonly JsonValue[] => {
  const normalized = normalizeManifest(manifest);
  return isJsonObject(normalized) ? listMember(normalized, "work_orders") : [];
};

/**
 * The refusal of a target that was read as a plan, but has no orders.
 * @param target as the user named it
 */
export const noOrders = (target: string, manifest: JsonValue): Refusal => {
  const id = loneOrder(manifest);
  return id === null
    ? refusal(
        "unreadable-input",
        `${target} holds no work orders that can be read`,
        `\`llmch check ${shellWord(target)}\` says what is wrong`,
      )
    : refusal(
        "unreadable-input",
        `${target} is one work order, ${id}, not a plan`,
        `give the directory of its plan: ${shellWord(dirname(target))}`,
      );
};
