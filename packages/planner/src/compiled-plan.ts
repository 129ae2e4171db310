import {
  type Acceptance,
  acceptanceIn,
  CONDITION_KINDS,
  checkFilesIn,
  type Design,
  orderId,
  type PlanCheckFile,
  planAcceptanceOf,
  schemaUri,
} from "@llmch/contract";
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  listMember,
  member,
  objectsMember,
  textMember,
  textsMember,
} from "@llmch/text";
import type { PlanCheck, StandingOrder } from "./check.ts";
import type { Coverage } from "./coverage/coverage.ts";
import { laterMembers, usesLaterMembers } from "./later-members.ts";
import { keptReferences, type NewIds, withNewIds } from "./new-ids.ts";
import { keptIndices } from "./normalize.ts";
import { readConditions } from "./order-reading.ts";
import { orderTicks, type SpecBox } from "./order-ticks.ts";
import { manifestSha256 } from "./provenance.ts";
import { REQUIREMENT_KINDS } from "./verify-contract.ts";

/** A plan in its written form: renumbered, with the values computed for each order, and keys in the contract's order. */
export interface CompiledPlan {
  /** With every order's provenance. */
  readonly manifest: JsonObject;
  readonly orders: readonly JsonObject[];
  /** The value that each order was made from, which the pointers of diagnostics refer to. */
  readonly sources: readonly Pick<StandingOrder, "index" | "given" | "order">[];
  /** What the orders of the answer became. */
  readonly newIds: NewIds;
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

/**
 * Makes the final plan from one that passed. `origin` goes into every order's provenance (contract §4).
 * @param firstOrder the number of its first order
 */
export const compiledPlan = (
  { manifest, orders, coverage }: PlanCheck,
  origin: {
    readonly plannerRunId: string;
    readonly compileHash: string;
    readonly repoCommit: string | null;
    /** For each of the orders, what the planner was shown and the order needs. */
    readonly read?: readonly (JsonValue | undefined)[];
    readonly boxes?: readonly (SpecBox | null)[] | undefined;
  },
  design: Design | null = null,
  firstOrder = 1,
): CompiledPlan => {
  const idAt = (place: number) => orderId(firstOrder + place);
  const newIds = newIdsOf(manifest ?? {}, orders, idAt);
  const ids = orders.map((_, place) => idAt(place));
  const ticks =
    origin.boxes === undefined || coverage === null
      ? []
      : orderTicks(coverageWritten(coverage, { newIds }), ids, origin.boxes);
  const bare = orders.map(({ order, verifyExempt }, place) =>
    withTicks(plannedOrder(withNewIds(order, newIds), idAt(place), verifyExempt), ticks[place]),
  );
  const sha256 = manifestSha256(finalManifest(manifest ?? {}, bare));
  const format = usesLaterMembers(manifest) ? { format: PLAN_FORMAT } : {};
  const proven = bare.map((order, place) => ({
    ...order,
    provenance: {
      planner_run_id: origin.plannerRunId,
      compile_hash: origin.compileHash,
      manifest_sha256: sha256,
      bootstrap: order.verify_exempt,
      ...format,
      ...(origin.repoCommit === null ? {} : { repo_commit: origin.repoCommit }),
      ...(origin.read?.[place] === undefined ? {} : { read: origin.read[place] }),
    },
  }));
  return {
    manifest: finalManifest(manifest ?? {}, proven),
    orders: proven,
    sources: orders,
    newIds,
    manifestSha256: sha256,
    design,
  };
};

/** Orders are numbered by their place in the plan, without those that were dropped. */
const newIdsOf = (
  manifest: JsonObject,
  standing: readonly StandingOrder[],
  idAt: (place: number) => string,
): NewIds => {
  const places = new Map(standing.map(({ index }, place) => [index, place]));
  return new Map(
    objectsMember(manifest, "work_orders").map((order, index) => {
      const place = places.get(index);
      return [textMember(order, "id") ?? "", place === undefined ? null : idAt(place)];
    }),
  );
};

/**
 * The files of a plan, the manifest last: its presence shows that all orders exist. The orders name their schema, for editors. The manifest
 * does not, because its own hash covers it (contract §4).
 */
export const writtenOrders = ({ manifest, orders }: CompiledPlan): readonly (readonly [name: string, JsonValue])[] => [
  ...orders.map((order) => [`${textMember(order, "id")}.json`, { $schema: ORDER_SCHEMA, ...order }] as const),
  ["WORK_ORDERS_MANIFEST.json", manifest],
];

const ORDER_SCHEMA = schemaUri("work-order");

/**
 * Maps warnings' pointers into the model's answer to pointers into the plan's manifest: orders may have been dropped, and lists may have
 * lost duplicates. Dropped parts of a verify contract have no place of their own.
 */
export const pointersWritten = (plan: CompiledPlan): ((pointer: string) => string) => {
  const places = new Map(plan.sources.map(({ index }, place) => [`${index}`, place]));
  return (pointer) => pointerWritten(pointer, plan, places);
};

const pointerWritten = (
  pointer: string,
  { sources, newIds }: CompiledPlan,
  places: ReadonlyMap<string, number>,
): string => {
  const [, top, number, field = "", index, ...rest] = pointer.split("/");
  if (top !== "work_orders" || number === undefined) return `/${top}`;
  const order = places.get(number) ?? -1;
  const source = sources[order];
  if (source === undefined || index === undefined) return ["", top, order, ...(field === "" ? [] : [field])].join("/");
  const kept = field === "depends_on" ? keptReferences(source.order, newIds) : keptIndices(source.given, field);
  const at = kept.indexOf(Number(index));
  return ["", top, order, field, at === -1 ? index : at, ...rest].join("/");
};

/** What the answer fulfils, by the ids of the written orders. */
export const coverageWritten = (
  { sentences, strays }: Coverage,
  { newIds }: Pick<CompiledPlan, "newIds">,
): Coverage => ({
  strays,
  sentences: sentences.map(({ text, orders }) => ({ text, orders: orders.flatMap((id) => newIds.get(id) ?? []) })),
});

/** A normalised order in its written form, without provenance. */
export const plannedOrder = (order: JsonObject, id: string, verifyExempt: boolean) => ({
  id,
  title: member(order, "title") ?? "",
  intent: member(order, "intent") ?? "",
  preconditions: conditions(member(order, "preconditions"), CONDITION_KINDS),
  postconditions: conditions(member(order, "postconditions"), CONDITION_KINDS),
  allowed_files: member(order, "allowed_files") ?? [],
  forbidden: member(order, "forbidden") ?? [],
  acceptance_commands: listMember(order, "acceptance_commands").flatMap((item) => {
    const read = acceptanceIn(item);
    return read === null ? [] : [commandWritten(read)];
  }),
  context_files: member(order, "context_files") ?? [],
  notes: member(order, "notes") ?? null,
  ...laterMembers(order),
  verify_exempt: verifyExempt,
});

/** A planned order with the boxes that it ticks. No model gives an order any. */
export const withTicks = (
  { verify_exempt, ...order }: ReturnType<typeof plannedOrder>,
  ticks: JsonValue | undefined,
): ReturnType<typeof plannedOrder> => ({
  ...order,
  ...(Array.isArray(ticks) && ticks.length > 0 ? { ticks } : {}),
  verify_exempt,
});

/** A command without extra members is written as its text. */
const commandWritten = ({ command, hidden }: Acceptance): JsonValue => (hidden ? { command, hidden } : command);

const finalManifest = (manifest: JsonObject, orders: readonly JsonObject[]): JsonObject => ({
  system_overview: textsMember(manifest, "system_overview"),
  verify_contract: finalContract(member(manifest, "verify_contract")),
  ...acceptanceWritten(planAcceptanceOf(manifest)),
  ...checksWritten(checkFilesIn(manifest)),
  work_orders: orders,
});

/** Left out if there is none. */
const acceptanceWritten = (whole: readonly Acceptance[]): JsonObject =>
  whole.length === 0 ? {} : { plan_acceptance: whole.map(commandWritten) };

const checksWritten = (checks: readonly PlanCheckFile[]): JsonObject => (checks.length === 0 ? {} : { checks });

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
