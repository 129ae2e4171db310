import { basename } from "node:path";
import { type Diagnostic, formatViolation, orderNumber, workOrderViolations } from "@llmch/contract";
import { type JsonText, jsonText, type Located, type Place, type PlanSource } from "@llmch/engine/text";
import { elementsOf, memberOf, type Part, placeOf, plainValue } from "./json-node.ts";
import { keptElement, type NamedValue, namedValues } from "./named-value.ts";

/**
 * Finds the place of each diagnostic in the texts that the plan was read from. A diagnostic names an order, a field and,
 * in its message, a value as it was judged: the place is that value's, else its field's, else its order's, else the
 * file's alone. Every file is parsed at most once.
 */
export const locate = (diagnostics: readonly Diagnostic[], source: PlanSource): readonly Located[] => {
  const plan = readTexts(source);
  const valuesIn = keptValues();
  return diagnostics.map((diagnostic) => ({ diagnostic, place: placeIn(plan, diagnostic, valuesIn) }));
};

/** The texts of a plan with its orders by what diagnostics call them; several may have one name. */
interface PlanTexts {
  readonly files: readonly JsonText[];
  readonly manifest: JsonText | null;
  readonly isOneFile: boolean;
  orders(): { readonly list: readonly Part[]; readonly byLabel: ReadonlyMap<string, readonly Part[]> };
}

const readTexts = (source: PlanSource): PlanTexts => {
  const manifest = source.manifest === null ? null : jsonText(source.manifest);
  const files = source.kind === "manifest" ? [] : source.orders.map(({ file }) => jsonText(file));
  let orders: ReturnType<PlanTexts["orders"]> | undefined;
  const read = (): ReturnType<PlanTexts["orders"]> => {
    const parts = source.kind === "manifest" ? listed(rootOf(manifest)) : files.map(rootOf);
    const byLabel = new Map<string, Part[]>();
    for (const [index, part] of parts.entries()) {
      if (part === undefined) continue;
      const given = source.kind === "orders" ? source.orders[index]?.label : undefined;
      const label = given ?? labelOf(part, index);
      const namesakes = byLabel.get(label) ?? [];
      if (namesakes.length < MAX_NAMESAKES) namesakes.push(part);
      byLabel.set(label, namesakes);
    }
    return { list: parts.filter((part) => part !== undefined), byLabel };
  };
  return {
    files: manifest === null ? files : [...files, manifest],
    manifest,
    isOneFile: source.kind === "manifest",
    orders: () => {
      orders ??= read();
      return orders;
    },
  };
};

/** Orders of one name are looked through one by one, so not without end. */
const MAX_NAMESAKES = 50;

const rootOf = (json: JsonText | null): Part | undefined => {
  const node = json?.tree();
  return json === null || node === undefined ? undefined : { json, node };
};

const listed = (manifest: Part | undefined): readonly Part[] => {
  const orders = manifest && memberOf(manifest, "work_orders");
  return orders === undefined ? [] : elementsOf(orders);
};

/** As the rules call an order: by its id, or by its index where it has none. */
const labelOf = (order: Part, index: number): string => {
  const id = memberOf(order, "id")?.node;
  const text = id?.type === "string" ? String(id.value).trim() : "";
  return text === "" ? `index-${index}` : text;
};

const placeIn = (plan: PlanTexts, found: Diagnostic, valuesIn: ValuesIn): Place | null => {
  if (found.wo_id !== null) {
    const order = misplaced(plan, found) ?? plan.orders().byLabel.get(found.wo_id);
    return order === undefined || order[0] === undefined ? null : placeInOrder(order, found, valuesIn);
  }
  if (found.field === null) return placeInText(plan, found);
  const root = rootOf(plan.manifest);
  const field = root && memberOf(root, found.field);
  if (field === undefined) return plan.manifest && fileOf(plan.manifest);
  const requires = memberOf(field, "requires");
  const value = requires && valuesIn(requires, "preconditions")(found.message);
  return placeOf(value ?? field);
};

/** An id out of place is one of several, where another order has the same: its message says which is due there. */
const misplaced = ({ orders }: PlanTexts, { code, message }: Diagnostic): readonly Part[] | undefined => {
  const due = code === "E001" ? /stands where (WO-[0-9]+) is due/.exec(message)?.[1] : undefined;
  const order = due === undefined ? undefined : orders().list[orderNumber(due) - 1];
  return order && [order];
};

/** The first of the orders of that name that has what the message names. */
const placeInOrder = (orders: readonly Part[], found: Diagnostic, valuesIn: ValuesIn): Place | null => {
  const [first] = orders;
  if (first === undefined) return null;
  if (found.code === "E005") return placeOf(violated(orders.find(breaks(found)) ?? first, found, valuesIn));
  if (found.field === null) return placeOf(first);
  const fields = orders.flatMap((order) => memberOf(order, found.field ?? "") ?? []);
  for (const field of fields) {
    const value = valuesIn(field, found.field)(found.message);
    if (value !== undefined) return placeOf(value);
  }
  return placeOf(fields[0] ?? first);
};

/** Whether it is this order, of several of one name, that breaks the schema as the message says. */
const breaks =
  ({ message }: Diagnostic) =>
  (order: Part): boolean =>
    workOrderViolations(plainValue(order)).some((violation) => message.includes(formatViolation(violation)));

/** The first violation of the schema: at a JSON pointer, or a path in a field; the order itself for what it lacks. */
const violated = (order: Part, { message }: Diagnostic, valuesIn: ValuesIn): Part => {
  const [, pointer, path = ""] = /^[^:]*: (?:\/(\S*) |(path .*? in `\w+`))/.exec(message) ?? [];
  if (pointer === undefined) {
    const field = /`(\w+)`$/.exec(path)?.[1] ?? "";
    const list = memberOf(order, field);
    return (list && valuesIn(list, field)(path)) ?? list ?? order;
  }
  const steps = pointer.split("/");
  let part: Part | undefined = order;
  for (const step of steps) {
    const below: Part | undefined =
      part.node.type === "array" ? keptElement(part, steps[0] ?? "", Number(step)) : memberOf(part, step);
    if (below === undefined) return part;
    part = below;
  }
  return part;
};

/** Where a finding about a whole text stands: it is no JSON, or not of a plan's form. */
const placeInText = (plan: PlanTexts, { code, message }: Diagnostic): Place | null => {
  const named = plan.files.find(({ file }) => message.startsWith(`${basename(file.path)} is not JSON`));
  const json = named ?? (plan.isOneFile ? plan.manifest : null);
  if (json === null) return null;
  const [, line, column] = /at line (\d+), column (\d+)$/.exec(message) ?? [];
  if (line !== undefined) return json.faultAt(Number(line), Number(column));
  if (code !== "E000" || / bytes of JSON$/.test(message)) return fileOf(json);
  const fault = json.fault();
  if (fault !== null) return fault;
  const root = rootOf(json);
  return root === undefined ? fileOf(json) : placeOf(memberOf(root, "work_orders") ?? root);
};

const fileOf = ({ file }: JsonText): Place => ({ path: file.path, region: null });

type ValuesIn = (list: Part, field: string) => NamedValue;

/** The values of a list, read once however many diagnostics ask for them. */
const keptValues = (): ValuesIn => {
  const kept = new Map<Part["node"], NamedValue>();
  return (list, field) => {
    const values = kept.get(list.node) ?? namedValues(list, field);
    kept.set(list.node, values);
    return values;
  };
};
