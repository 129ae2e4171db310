/** Linear work takes 4 times as long on four times as much, quadratic work 16 times. */
export const MOST_GROWTH = 10;

/** Work that takes less time is measured as if it took this long: no measurement of it is exact. */
const LEAST_MICROSECONDS = 5_000;
const ROUNDS = 3;
/** V8 interprets what runs for the first time, which takes many times as long. */
const WARM_UPS = 3;

/**
 * How many times as much CPU time some work takes on four times as much. A busy machine makes no difference, since only the time of this
 * process counts; it is measured up to three times, and the least counts.
 * @param work something to do with a text or a list of the given size; quadratic work must take several milliseconds on `size`
 * @returns less than `MOST_GROWTH` if the work is linear
 */
export const growth = async (work: (size: number) => unknown, size = 20_000): Promise<number> => {
  for (let round = 0; round < WARM_UPS; round++) await work(Math.ceil(size / 10));
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && least >= MOST_GROWTH; round++) {
    const once = Math.max(LEAST_MICROSECONDS, await microseconds(() => work(size)));
    least = Math.min(least, (await microseconds(() => work(4 * size))) / once);
  }
  return least;
};

const microseconds = async (work: () => unknown): Promise<number> => {
  const started = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(started);
  return user + system;
};
