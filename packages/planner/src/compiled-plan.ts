import {
  CONDITION_KINDS,
  type Design,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  listMember,
  member,
  orderId,
  schemaUri,
  textMember,
  textsMember,
} from "@llmch/contract";
import type { PlanCheck, StandingOrder } from "./check.ts";
import { laterMembers, usesLaterMembers } from "./later-members.ts";
import { keptIndices } from "./normalize.ts";
import { readConditions } from "./order-reading.ts";
import { manifestSha256 } from "./provenance.ts";
import { REQUIREMENT_KINDS } from "./verify-contract.ts";

/** A plan in its written form: renumbered, with the values computed for each order, and keys in the contract's order. */
export interface CompiledPlan {
  /** With every order's provenance. */
  readonly manifest: JsonObject;
  readonly orders: readonly JsonObject[];
  /** The value that each order was made from, which the pointers of diagnostics refer to. */
  readonly sources: readonly Pick<StandingOrder, "index" | "given">[];
  /** The hash of the manifest without provenance. */
  readonly manifestSha256: string;
  /** The design that its orders follow; null if there is none. */
  readonly design: Design | null;
}

/**
 * Acceptance must fail before the work. Older plans have no format, and neither do answers in their form, so a record of one gives the same
 * result (contract §9).
 */
const PLAN_FORMAT = 2;

/** Makes the final plan from one that passed. `origin` goes into every order's provenance (contract §4). */
export const compiledPlan = (
  { manifest, orders }: PlanCheck,
  origin: { readonly plannerRunId: string; readonly compileHash: string; readonly repoCommit: string | null },
  design: Design | null = null,
): CompiledPlan => {
  const bare = orders.map(finalOrder);
  const sha256 = manifestSha256(finalManifest(manifest ?? {}, bare));
  const format = usesLaterMembers(manifest) ? { format: PLAN_FORMAT } : {};
  const proven = bare.map((order) => ({
    ...order,
    provenance: {
      planner_run_id: origin.plannerRunId,
      compile_hash: origin.compileHash,
      manifest_sha256: sha256,
      bootstrap: order.verify_exempt,
      ...format,
      ...(origin.repoCommit === null ? {} : { repo_commit: origin.repoCommit }),
    },
  }));
  return {
    manifest: finalManifest(manifest ?? {}, proven),
    orders: proven,
    sources: orders,
    manifestSha256: sha256,
    design,
  };
};

/**
 * The files of a plan, the manifest last: its presence shows that all orders exist. The orders name their schema, for editors. The manifest
 * does not, because its own hash covers it (contract §4).
 */
export const writtenOrders = ({ manifest, orders }: CompiledPlan): readonly (readonly [name: string, JsonValue])[] => [
  ...orders.map((order, index) => [`${orderId(index + 1)}.json`, { $schema: ORDER_SCHEMA, ...order }] as const),
  ["WORK_ORDERS_MANIFEST.json", manifest],
];

const ORDER_SCHEMA = schemaUri("work-order");

/**
 * Maps warnings' pointers into the model's answer to pointers into the plan's manifest: orders may have been dropped, and lists may have
 * lost duplicates. Dropped parts of a verify contract have no place of their own.
 */
export const pointersWritten = ({ sources }: CompiledPlan): ((pointer: string) => string) => {
  const places = new Map(sources.map(({ index }, place) => [`${index}`, place]));
  return (pointer) => pointerWritten(pointer, sources, places);
};

const pointerWritten = (
  pointer: string,
  sources: CompiledPlan["sources"],
  places: ReadonlyMap<string, number>,
): string => {
  const [, top, number, field = "", index, ...rest] = pointer.split("/");
  if (top !== "work_orders" || number === undefined) return `/${top}`;
  const order = places.get(number) ?? -1;
  const source = sources[order];
  if (source === undefined || index === undefined) return ["", top, order, ...(field === "" ? [] : [field])].join("/");
  const at = keptIndices(source.given, field).indexOf(Number(index));
  return ["", top, order, field, at === -1 ? index : at, ...rest].join("/");
};

const finalOrder = ({ order, verifyExempt }: StandingOrder, index: number) =>
  plannedOrder(order, orderId(index + 1), verifyExempt);

/** A normalised order in its written form, without provenance. */
export const plannedOrder = (order: JsonObject, id: string, verifyExempt: boolean) => ({
  id,
  title: member(order, "title") ?? "",
  intent: member(order, "intent") ?? "",
  preconditions: conditions(member(order, "preconditions"), CONDITION_KINDS),
  postconditions: conditions(member(order, "postconditions"), CONDITION_KINDS),
  allowed_files: member(order, "allowed_files") ?? [],
  forbidden: member(order, "forbidden") ?? [],
  acceptance_commands: commandsWritten(listMember(order, "acceptance_commands")),
  context_files: member(order, "context_files") ?? [],
  notes: member(order, "notes") ?? null,
  ...laterMembers(order),
  verify_exempt: verifyExempt,
});

/** A command without extra members is written as its text. */
const commandsWritten = (list: readonly JsonValue[]): readonly JsonValue[] =>
  list.map((item) => {
    if (!isJsonObject(item)) return item;
    const command = member(item, "command") ?? "";
    return member(item, "hidden") === true ? { command, hidden: true } : command;
  });

const finalManifest = (manifest: JsonObject, orders: readonly JsonObject[]): JsonObject => ({
  system_overview: textsMember(manifest, "system_overview"),
  verify_contract: finalContract(member(manifest, "verify_contract")),
  work_orders: orders,
});

const finalContract = (contract: JsonValue | undefined): JsonValue => {
  if (!isJsonObject(contract)) return null;
  const command = textMember(contract, "command");
  return {
    ...(command === null ? {} : { command }),
    requires: conditions(member(contract, "requires"), REQUIREMENT_KINDS),
  };
};

/** The conditions without keys that the contract does not know, or that their kind does not use. */
const conditions = (value: JsonValue | undefined, kinds: readonly string[]): readonly JsonObject[] =>
  readConditions(value, "")
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ kind, path, text, sha256 }) => ({
      kind,
      path,
      ...(kind === "file_contains" && text !== null ? { text } : {}),
      ...(kind === "file_unchanged" && sha256 !== null ? { sha256 } : {}),
    }));
