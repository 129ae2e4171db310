import { createHash } from "node:crypto";

/**
 * Wrong work of one order of a plan, as a small change of the plan and of its product: `changes` replace a text that stands in a file of
 * the product, or in an order (`in` is its id), as often as `times` says (once). `accept` is the order's acceptance instead of its own,
 * `adds` are files that it delivers besides. `file` is the place that is wrong; `at` is a text of the line there, if one line is.
 * @typedef {{
 *   name: string, kind: string, order: string, file: string, at?: string,
 *   changes?: readonly { in: string, find: string, replace: string, times?: number }[],
 *   accept?: readonly string[], adds?: import("./corpus.mjs").Files, renames?: Readonly<Record<string, string>>,
 * }} DeliveredFault
 * @typedef {{ order: string, path: string, line: number | null, before: string | null, after: string | null }} Survivor
 */

/** Every string in the value, replaced. */
const mapped = (/** @type {any} */ value, /** @type {(text: string) => string} */ change) =>
  typeof value === "string"
    ? change(value)
    : value === null || typeof value !== "object"
      ? value
      : Array.isArray(value)
        ? value.map((part) => mapped(part, change))
        : Object.fromEntries(Object.entries(value).map(([key, part]) => [key, mapped(part, change)]));

/**
 * The plan and its product with one fault in them. Throws if a change does not apply exactly as often as it should.
 * @param {import("./corpus.mjs").GoodPlan} plan
 * @param {DeliveredFault} fault
 * @returns {import("./corpus.mjs").GoodPlan}
 */
export const faultyDelivery = (plan, fault) => {
  const work = structuredClone(plan);
  const orderOf = (/** @type {string} */ id) =>
    work.manifest.work_orders.findIndex((/** @type {any} */ o) => o.id === id);
  for (const { in: place, find, replace, times = 1 } of fault.changes ?? []) {
    let count = 0;
    const change = (/** @type {string} */ text) => {
      count += text.split(find).length - 1;
      return text.replaceAll(find, () => replace);
    };
    const at = orderOf(place);
    if (at >= 0) work.manifest.work_orders[at] = mapped(work.manifest.work_orders[at], change);
    else work.product[place] = change(work.product[place] ?? "");
    if (count !== times) throw new Error(`${plan.name}: "${fault.name}" applies ${count} times to ${place}: ${find}`);
    for (const files of Object.values(work.earlier)) if (place in files) files[place] = change(files[place]);
  }
  const order = work.manifest.work_orders[orderOf(fault.order)];
  if (fault.accept !== undefined) order.acceptance_commands = [...fault.accept];
  for (const [path, text] of Object.entries(fault.adds ?? {})) {
    work.product[path] = text;
    order.allowed_files.push(path);
    order.preconditions.push({ kind: "file_absent", path });
    order.postconditions.push({ kind: "file_exists", path });
  }
  for (const [from, to] of Object.entries(fault.renames ?? {})) {
    work.manifest = mapped(work.manifest, (text) => text.replaceAll(from, to));
    work.product[to] = work.product[from];
    delete work.product[from];
  }
  return work;
};

/**
 * The answers that a model gave to the plan's spec and to its orders, as a record that can be replayed.
 * @param {import("./corpus.mjs").GoodPlan} plan
 */
export const recordOf = ({ manifest, repo, product, earlier }) => {
  const exchange = (/** @type {string} */ key, /** @type {unknown} */ answer) =>
    `${JSON.stringify({ key: `${key}/attempt-1`, response: { text: JSON.stringify(answer) }, model: "hand-written" })}\n`;
  const committed = { ...repo };
  const orders = manifest.work_orders.map((/** @type {any} */ { id, allowed_files }) => {
    const writes = allowed_files.map((/** @type {string} */ path) => {
      const content = earlier[id]?.[path] ?? product[path];
      const write = { path, base_sha256: sha256(committed[path] ?? ""), content };
      committed[path] = content;
      return write;
    });
    return exchange(id, { summary: "As the order says.", writes });
  });
  return [exchange("plan", manifest), ...orders].join("");
};

const sha256 = (/** @type {string} */ text) => createHash("sha256").update(text).digest("hex");

/**
 * The survivor that shows a fault: one in the place that is wrong, and that the good plan does not have.
 * @param {DeliveredFault} fault
 * @param {readonly Survivor[]} good those of the good plan
 * @param {readonly Survivor[]} survivors
 */
export const survivorAt = ({ order, file, at = "" }, good, survivors) => {
  const keyOf = (/** @type {Survivor} */ { path, before, after }) => JSON.stringify([path, before, after]);
  const known = new Set(good.map(keyOf));
  return survivors.find(
    (one) => one.order === order && one.path === file && (one.before ?? at).includes(at) && !known.has(keyOf(one)),
  );
};
