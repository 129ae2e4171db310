// The edits that plant faults. Each throws if there is nothing to change, so that no fault is planted in name only.

/**
 * @param {any} manifest
 * @param {string} id
 */
export const orderOf = (manifest, id) => {
  const order = manifest.work_orders.find((/** @type {any} */ one) => one.id === id);
  if (order === undefined) throw new Error(`there is no order ${id}`);
  return order;
};

const TEXTS = ["title", "intent", "notes"];

/**
 * Replaces a text everywhere in an order's text, but not in its commands.
 * @param {any} order
 * @param {string} from
 * @param {string} to
 */
export const say = (order, from, to) => {
  const concerned = TEXTS.filter((field) => order[field]?.includes(from));
  if (concerned.length === 0) throw new Error(`${order.id} does not say "${from}"`);
  for (const field of concerned) order[field] = order[field].replaceAll(from, to);
};

/**
 * Replaces a text in the acceptance commands of an order.
 * @param {any} order
 * @param {string} from
 * @param {string} to
 */
export const demand = (order, from, to) => {
  const text = JSON.stringify(order.acceptance_commands);
  const [escaped, escapedTo] = [from, to].map((part) => JSON.stringify(part).slice(1, -1));
  if (!text.includes(escaped)) throw new Error(`${order.id} demands no "${from}"`);
  order.acceptance_commands = JSON.parse(text.replaceAll(escaped, escapedTo));
};

/**
 * Hides all acceptance commands of an order: its model has only the order's text.
 * @param {any} order
 */
export const hide = (order) => {
  order.acceptance_commands = order.acceptance_commands.map((/** @type {any} */ given) => ({
    command: typeof given === "string" ? given : given.command,
    hidden: true,
  }));
};

/**
 * @param {any} order
 * @param {string} quote the beginning of the quote that is dropped
 */
export const dropQuote = (order, quote) => {
  const kept = order.fulfils.filter((/** @type {string} */ one) => !one.startsWith(quote));
  if (kept.length === order.fulfils.length) throw new Error(`${order.id} does not quote "${quote}"`);
  order.fulfils = kept;
};

/**
 * An order's acceptance, replaced by one command.
 * @param {any} order
 * @param {string} command
 */
export const acceptBy = (order, command) => {
  order.acceptance_commands = [command];
};

/**
 * A program in JavaScript as a command.
 * @param {string} program without an apostrophe
 */
export const node = (program) => `node --input-type=module -e '${program}'`;

/**
 * A program in Python as a command.
 * @param {string} program without an apostrophe
 */
export const python = (program) => `python -c '${program}'`;
