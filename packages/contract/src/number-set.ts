/**
 * A bit set of numbers from 0. A plan may have 20,000 orders, of which each may depend on all before it: 50 MB of bits, but gigabytes of
 * `Set`.
 */
export interface NumberSet {
  has(number: number): boolean;
  add(number: number): void;
  addAll(others: NumberSet): void;
  /** In ascending order. */
  numbers(): readonly number[];
  readonly bits: Uint32Array;
}

/** @param count the numbers are 0 to `count - 1` */
export const numberSet = (count: number): NumberSet => {
  const bits = new Uint32Array(Math.ceil(count / 32));
  return {
    bits,
    has: (number) => ((bits[number >> 5] ?? 0) & (1 << (number & 31))) !== 0,
    add: (number) => {
      bits[number >> 5] = (bits[number >> 5] ?? 0) | (1 << (number & 31));
    },
    addAll: (others) => {
      for (let at = 0; at < bits.length; at++) bits[at] = (bits[at] ?? 0) | (others.bits[at] ?? 0);
    },
    numbers: () => {
      const found: number[] = [];
      for (let at = 0; at < bits.length; at++) {
        for (let rest = bits[at] ?? 0; rest !== 0; rest &= rest - 1)
          found.push(at * 32 + 31 - Math.clz32(rest & -rest));
      }
      return found;
    },
  };
};
