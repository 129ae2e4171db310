/** A piece that is so many times as long as another is compared with as many of the other: both have the same amount of work, if linear. */
const PIECES = 16;

/** Linear work takes about as long in one piece as in 16, or three times as long if it fills much memory; quadratic work 16 times as long. */
export const MOST_GROWTH = 8;

/** Work that takes less time is measured as if it took this long: no measurement of it is exact. */
const LEAST_MICROSECONDS = 5_000;
const ROUNDS = 5;
/** V8 interprets what runs for the first time, which takes many times as long. */
const WARM_UPS = 3;

/**
 * How many times as much CPU time some work takes in one piece as in 16 pieces. A busy machine makes no difference, since only the time of
 * this process counts; both are measured up to five times, and the least of each counts.
 * @param work something to do with a text or a list of the given size; quadratic work must take 50 ms on four times `size`
 * @returns less than `MOST_GROWTH` if the work is linear
 */
export const growth = async (work: (size: number) => unknown, size = 20_000): Promise<number> => {
  const whole = 4 * size;
  const piece = Math.ceil(whole / PIECES);
  const inPieces = async () => {
    for (let done = 0; done < PIECES; done++) await work(piece);
  };
  for (let round = 0; round < WARM_UPS; round++) await work(Math.ceil(size / 10));
  let [apart, inOne, times] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS && times >= MOST_GROWTH; round++) {
    apart = Math.min(apart, Math.max(LEAST_MICROSECONDS, await microseconds(inPieces)));
    inOne = Math.min(inOne, await microseconds(() => work(whole)));
    times = inOne / apart;
  }
  return times;
};

const microseconds = async (work: () => unknown): Promise<number> => {
  const started = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(started);
  return user + system;
};
