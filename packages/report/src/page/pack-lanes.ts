import type { TimeSpan } from "./times.ts";

/** An uninterrupted piece of work on an order. */
export interface Piece extends TimeSpan {
  /** The order's place on the page. */
  readonly anchor: string;
}

/**
 * Puts pieces of work into lanes, so that no two in a lane overlap. There are as many lanes as pieces that ran at once. An order
 * stays in its lane if that is free; a lane's pieces are in order of time.
 */
export const packLanes = <Each extends Piece>(pieces: readonly Each[]): readonly (readonly Each[])[] => {
  const lanes: Each[][] = [];
  for (const piece of [...pieces].sort((one, two) => one.start - two.start)) {
    const free = lanes.filter((lane) => (lane.at(-1)?.end ?? 0) <= piece.start);
    const lane = free.find((each) => each.at(-1)?.anchor === piece.anchor) ?? free[0];
    if (lane === undefined) lanes.push([piece]);
    else lane.push(piece);
  }
  return lanes;
};
