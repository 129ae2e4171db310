import type { ScheduleStory } from "@llmch/story";
import { expect, test } from "vitest";
import { serialise } from "../markup/html.ts";
import { SCHEDULE, SIDE_BY_SIDE } from "../story.fixture.ts";
import { ordersOf } from "./orders.ts";
import { timelineOfOrders } from "./timeline.ts";

const timelineOf = (story: ScheduleStory): string => {
  const timeline = timelineOfOrders(ordersOf(story));
  return timeline === null ? "" : serialise(timeline, 0);
};
/** The rows of a list: the name, how many hatched and how many plain stretches, and the words beside them. */
const rowsOf = (list: string) =>
  [...list.matchAll(/<li>(.*?)<\/li>/g)].map(([, row = ""]) => [
    row.replace(/<svg.*/, "").replace(/<[^>]*>/g, ""),
    row.split('class="bar-dropped"').length - 1,
    row.split(/class="bar-(?:model|commands|own)"/).length - 1,
    row.replace(/.*<\/svg>/, "").replace(/<[^>]*>/g, ""),
  ]);

test("work ahead of a turn is hatched and named in words", () => {
  const orders = timelineOf(SIDE_BY_SIDE);
  expect(rowsOf(orders)).toEqual([
    ["✓passed: WO-01", 0, 6, "12 s: model 4.2 s, commands 0.8 s"],
    ["✓passed: WO-02", 0, 6, "12 s: model 4.2 s, commands 0.8 s"],
    ["✓passed: WO-03", 4, 6, "12 s: model 4.2 s, commands 0.8 s, 1 speculation"],
  ]);
  expect(orders).toContain("ahead of its turn");
});

test("orders that ran one after the other have nothing hatched", () => {
  expect(timelineOf(SCHEDULE)).not.toMatch(/bar-dropped|key-dropped/);
});
