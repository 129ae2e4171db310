import { wholeNumber } from "./kind.ts";
import { setting } from "./setting.ts";

const bound = (most: number, value: number, about: string) => setting(wholeNumber({ least: 1, most }), value, about);

/** How far a build plans ahead, and what bounds it. */
export const BUILD_SETTINGS = {
  window: bound(50, 5, "How many orders are planned at once."),
  assess_every: bound(100, 5, "After how many landed orders it is looked back."),
  max_rounds: bound(1_000, 100, "How many windows may be planned."),
  max_orders: bound(10_000, 500, "How many orders may land."),
  max_replans: bound(100, 5, "How often a milestone may be planned again after a failure or an adjustment."),
  examinations: bound(20, 2, "How often a milestone is examined before what is found waits for a person."),
  max_rescopes: bound(100, 3, "How often the milestones to come may change."),
} as const;
