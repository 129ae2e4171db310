import { attemptCount, type OrderStory, type RunStory, type ScheduledOrder } from "@llmch/story";
import type { JsonValue } from "@llmch/text";
import { html, type Markup } from "../markup/html.ts";
import { isBad, type Shown } from "./mark.ts";
import { type OrderDocument, orderDocument } from "./order-document.ts";

/** An order on the page, for any kind of run. */
export interface ShownOrder {
  readonly id: string;
  /** Its place on the page: the order's id, if that is valid. */
  readonly anchor: string;
  readonly title: string;
  readonly standing: Shown;
  readonly document: OrderDocument | null;
  readonly raw: JsonValue | null;
  readonly story: OrderStory | null;
}

/** The orders of a run that carried out orders. */
export const ordersOf = (story: Extract<RunStory, { kind: "factory" | "run-all" }>): readonly ShownOrder[] => {
  if (story.kind === "factory") {
    return [shown({ id: story.order, raw: story.work_order, story, standing: story.state }, 0)];
  }
  return story.orders.map(({ order, state, work_order, story: own }, index) => {
    const standing = standingOfOrder({ state, story: own });
    return shown({ id: order, raw: own?.work_order ?? work_order, story: own, standing }, index);
  });
};

/** The state of an order: its own run says more of how it stands than the run of all. */
export const standingOfOrder = ({ state, story }: Pick<ScheduledOrder, "state" | "story">): Shown =>
  story !== null && (state === "running" || state === "error") ? story.state : state;

interface Found extends Pick<ShownOrder, "raw" | "story" | "standing"> {
  readonly id: string | null;
}

const shown = ({ id, raw, story, standing }: Found, index: number): ShownOrder => {
  const document = orderDocument(raw);
  const known = id ?? document?.id ?? "";
  const title = story?.title ?? document?.title ?? "";
  return {
    id: known === "" ? "(no id)" : known,
    anchor: anchorOf(known, index),
    title: title === "" ? "(no title)" : title,
    standing,
    document,
    raw,
    story,
  };
};

/** A place on the page. The graph links to it by the order's id. */
export const anchorOf = (id: string, index: number): string => (/^WO-\d{2,9}$/.test(id) ? id : `order-${index + 1}`);

/** Whether an order that was begun waits for a person. */
export const isForPerson = ({ standing, story }: ShownOrder): boolean => standing === "waiting" && story !== null;

/** Whether an order failed, and whether it needed more than one attempt. */
export const traitsOf = ({ standing, story }: ShownOrder) => ({
  failed: isBad(standing),
  retried: attemptCount(story?.attempts ?? []) > 1,
});

/** Says how many attempts an order needed, if more than one. */
export const retriedBadge = (order: ShownOrder): Markup | false =>
  traitsOf(order).retried &&
  html` <span class="badge is-retried"><span aria-hidden="true">↻</span> ${attemptCount(order.story?.attempts ?? [])} attempts</span>`;
