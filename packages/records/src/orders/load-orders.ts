import { basename, dirname } from "node:path";
import type { SourceText } from "@llmch/config";
import { type Diagnostic, type Origin, orderSha256, type WorkOrder, withCheckFiles } from "@llmch/contract";
import { type FollowedLinks, readTextFile } from "@llmch/files";
import { checkOrders } from "@llmch/planner";
import { directoryEntries } from "@llmch/store";
import { SYNTAX_READERS } from "@llmch/syntax";
import {
  accepted,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Refusal,
  type Result,
  readJson,
  refusal,
  rejected,
} from "@llmch/text";
import { notJson, readManifestBeside } from "./manifest-beside.ts";
import { notADirectory, orderFiles, readOrders } from "./plan-document.ts";

/** An order that was checked and may be carried out. */
export interface LoadedOrder {
  readonly path: string;
  readonly order: WorkOrder;
  /** The order as normalised JSON. */
  readonly document: JsonObject;
  readonly sha256: string;
  /**
   * The order that its user wrote or was last shown, if a model has rewritten it since; null if its user has seen none, as of a run from
   * elsewhere. Left out if the order is the user's own.
   */
  readonly origin?: Origin;
}

/** Why orders are not carried out. */
export type LoadFault = Refusal | Diagnostic;

/** Loads one order and checks it by itself: the schema, E001, E003-E007 and E201 (contract §1). */
export const loadOrderFile = async (path: string, links?: FollowedLinks): Promise<Result<LoadedOrder, LoadFault>> => {
  const text = await readTextFile(path, links === undefined ? {} : { links });
  if (!text.ok) return text;
  const loaded = await checkTexts([{ path, text: text.value }], dirname(path));
  if (!loaded.ok) return loaded;
  const [first] = loaded.value;
  return first === undefined ? rejected(notJson(basename(path), "it is empty", "/work_orders/0")) : accepted(first);
};

/** Loads every `WO-<number>.json` of a directory in numeric order, and checks each by itself. */
export const loadOrderDirectory = async (directory: string): Promise<Result<readonly LoadedOrder[], LoadFault>> => {
  const entries = await directoryEntries(directory);
  if (!entries.ok) return entries;
  if (entries.value === null) return rejected(notADirectory(directory));
  const files = orderFiles(directory, entries.value);
  if (!files.ok) return files;
  const texts = await readOrders(directory, files.value);
  return texts.ok ? checkTexts(texts.value, directory) : texts;
};

/** @param directory the folder of the plan, whose check files their commands may use */
const checkTexts = async (
  texts: readonly SourceText[],
  directory: string,
): Promise<Result<readonly LoadedOrder[], LoadFault>> => {
  const plan = (await readManifestBeside(directory)).document;
  const documents: Document[] = [];
  const faults: LoadFault[] = [];
  for (const [index, { path, text }] of texts.entries()) {
    const json = readJson(text);
    documents.push({ path, value: json.ok ? json.value : undefined });
    if (!json.ok) faults.push(notJson(basename(path), json.issues[0].message, `/work_orders/${index}`));
  }
  return checkDocuments(documents, faults, plan);
};

/** An order that is not checked yet, and its file. */
interface Document {
  readonly path: string;
  /** Undefined if it cannot be read. */
  readonly value: JsonValue | undefined;
}

/**
 * Checks orders passed as values, each by itself. An empty list and duplicate ids are refused.
 * @param plan the manifest with the check files that their commands may use; null if there is none
 */
export const loadOrderValues = (
  values: readonly JsonValue[],
  plan: JsonValue,
): Result<readonly LoadedOrder[], LoadFault> => {
  if (values.length === 0)
    return rejected(refusal("no-orders", "there are no orders to carry out", "give at least one"));
  const documents = values.map((value, index) => ({ path: `orders[${index}]`, value }));
  return checkDocuments(documents, [], plan);
};

const checkDocuments = (
  documents: readonly Document[],
  faults: readonly LoadFault[],
  plan: JsonValue,
): Result<readonly LoadedOrder[], LoadFault> => {
  const checked = checkOrders(
    documents.map(({ value }) => (value !== undefined && isJsonObject(value) ? withCheckFiles(value, plan) : value)),
    SYNTAX_READERS,
  );
  const [first, ...rest] = [...faults, ...checked.errors];
  if (first !== undefined) return rejected(first, ...rest);
  const loaded = checked.orders.map(({ order, json }, index): LoadedOrder => {
    return { path: documents[index]?.path ?? "", order, document: json, sha256: orderSha256(json) };
  });
  const twins = duplicateIds(loaded);
  return twins === null ? accepted(loaded) : rejected(twins);
};

/** The history could not tell two files with the same id apart. */
const duplicateIds = (loaded: readonly LoadedOrder[]): Diagnostic | null => {
  const seen = new Map<string, string>();
  for (const [index, { order, path }] of loaded.entries()) {
    const earlier = seen.get(order.id);
    if (earlier !== undefined) {
      const message = `${earlier} and ${basename(path)} both have the id ${order.id}`;
      return { code: "E001", wo_id: order.id, message, field: "id", pointer: `/work_orders/${index}/id` };
    }
    seen.set(order.id, basename(path));
  }
  return null;
};
