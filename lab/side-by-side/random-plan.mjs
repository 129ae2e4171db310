/** A generator of numbers from 0 to below 1, the same for the same seed. */
export const randomOf = (seed) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const idOf = (number) => `WO-${String(number).padStart(2, "0")}`;
const fileOf = (number) => `parts/part-${number}.txt`;

/**
 * A plan whose orders depend on one another at random, and a model's answer to each attempt. Some attempts fail by themselves, some only
 * beside the work of an order that they do not depend on, some answers are invalid, some orders object, and some plans fail.
 */
export const randomPlan = (seed) => {
  const random = randomOf(seed);
  const chance = (share) => random() < share;
  const count = 4 + Math.floor(random() * 5);
  const mayEnd = chance(0.25);
  const orders = [];
  const answers = new Map();
  for (let number = 1; number <= count; number++) {
    const before = Array.from({ length: number - 1 }, (_, index) => index + 1).filter(() => chance(0.3));
    const shared = chance(0.2) ? ["parts/shared.txt"] : [];
    orders.push({
      id: idOf(number),
      title: `Write part ${number}`,
      intent: `Write ${fileOf(number)}, after ${before.map(fileOf).join(", ") || "nothing"}.`,
      preconditions: before.map((each) => ({ kind: "file_exists", path: fileOf(each) })),
      postconditions: [{ kind: "file_exists", path: fileOf(number) }],
      allowed_files: [fileOf(number), ...shared],
      forbidden: [],
      acceptance_commands: [`grep -q ready ${fileOf(number)}`],
      context_files: before.map(fileOf),
      notes: null,
    });
    const clash = number > 2 && chance(0.3) ? 1 + Math.floor(random() * (number - 1)) : null;
    const attempts = ["ready"];
    if (chance(0.2)) attempts.unshift("unready");
    if (clash !== null) attempts.unshift(`ready clash-${clash}`);
    if (chance(0.1)) attempts.unshift("no answer");
    if (chance(0.1)) attempts.unshift("needs");
    if (mayEnd && chance(0.2)) attempts.splice(0, attempts.length, chance(0.5) ? "unready" : "objection");
    answers.set(idOf(number), { attempts, writes: [fileOf(number), ...shared], needs: before.map(fileOf) });
  }
  return { orders, answers };
};

/**
 * The script that verifies the repo: a part that names another as a clash must not exist beside it, one that names another as company must,
 * and each test needs a part that fixes it and none that breaks it. Only tests are told apart by their names.
 */
export const VERIFY = `set -eu
cd "$(dirname "$0")/.."
named() { cat parts/*.txt 2>/dev/null | grep -o "$1-[0-9]*" || true; }
for clash in $(named clash); do
  if [ -f "parts/part-\${clash#clash-}.txt" ]; then echo "beside part \${clash#clash-}"; exit 3; fi
done
for with in $(named with); do
  if [ ! -f "parts/part-\${with#with-}.txt" ]; then echo "without part \${with#with-}"; exit 4; fi
done
failed=0
for test in tests/*.txt; do
  number=$(basename "$test" .txt | grep -o '[0-9]*' || true)
  if [ ! -f "$test" ]; then continue; fi
  if ! named mends | grep -qx "mends-$number" || named breaks | grep -qx "breaks-$number"; then
    echo "not ok $number - test $number"; failed=1
  fi
done
exit $failed
`;
