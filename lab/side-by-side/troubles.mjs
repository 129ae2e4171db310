import { randomOf } from "./random-plan.mjs";

/** The most tokens that a call is assumed to need, and what it usually takes; both are rough. */
const [LARGEST_CALL, USUAL_CALL] = [7_000, 1_300];

const testOf = (number) => `tests/test-${number}.txt`;

/**
 * Adds what a repo and a run may bring along, at random by the seed: tests that fail from the start or from an exempt order on, and that an
 * order fixes or breaks again; answers that pass only beside the work of an earlier order, identical failures, objections after gates have
 * failed, `--stop-on-repeat`, `--keep-going`, and a cap in tokens. If none of it occurs, the plan stays that of the seed.
 * @param {{ orders: object[], answers: Map<string, object> }} plan
 * @returns {{ orders: object[], answers: Map<string, object>, files: Map<string, string>, flags: string[], cap: number | null }}
 */
export const withTroubles = ({ orders, answers: given }, seed) => {
  const random = randomOf(seed ^ 0x51de);
  const chance = (share) => random() < share;
  const oneOf = (values) => values[Math.floor(random() * values.length)];
  const answers = new Map([...given].map(([id, each]) => [id, { ...each, attempts: [...each.attempts], adds: "" }]));
  const answerOf = (order) => answers.get(order.id);
  const files = new Map();
  const flags = [];
  const allowed = new Map(orders.map((order) => [order.id, [...order.allowed_files]]));

  if (chance(0.4)) {
    const count = 1 + Math.floor(random() * 2);
    for (let test = 1; test <= count; test++) {
      files.set(testOf(test), "Some part mends it.\n");
      if (chance(0.8)) answerOf(oneOf(orders)).adds += `mends-${test}\n`;
      if (chance(0.5)) answerOf(oneOf(orders)).attempts.unshift(`ready breaks-${test}`);
    }
  }
  const exempt = chance(0.2) ? Math.floor(random() * (orders.length - 1)) : null;
  if (exempt !== null) {
    flags.push("--allow-verify-exempt");
    const [order, next] = [orders[exempt], orders[exempt + 1]];
    if (chance(0.7)) {
      answerOf(order).writes = [...answerOf(order).writes, testOf(9)];
      allowed.get(order.id).push(testOf(9));
      if (chance(0.8)) answerOf(next).adds += "mends-9\n";
    }
  }
  for (const [index, order] of orders.entries()) {
    const { attempts } = answerOf(order);
    if (index > 1 && chance(0.15)) attempts.unshift(`ready with-${1 + Math.floor(random() * index)}`);
    if (attempts.length > 1 && chance(0.2)) attempts.splice(1, 0, attempts[0]);
    if (attempts.length > 1 && chance(0.05)) attempts.push(attempts.pop(), "objection");
    if (attempts.length > 1 && chance(0.1)) attempts.splice(1, 0, "needs");
  }
  // A plan that ends early shows little: the last attempt fixes most failures.
  for (const { attempts } of answers.values()) if (chance(0.9)) attempts.splice(0, Math.max(0, attempts.length - 3));
  if (chance(0.3)) flags.push("--stop-on-repeat");
  if (chance(0.3)) flags.push("--keep-going");
  const cap = chance(0.3) ? LARGEST_CALL + Math.floor(random() * orders.length * USUAL_CALL) : null;
  if (cap !== null) flags.push("--max-tokens", String(cap));
  return {
    orders: orders.map((order, index) => ({
      ...order,
      allowed_files: allowed.get(order.id),
      ...(index === exempt ? { verify_exempt: true } : {}),
    })),
    answers,
    files,
    flags,
    cap,
  };
};
