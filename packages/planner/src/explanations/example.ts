import { type JsonObject, type JsonValue, orderId } from "@llmch/contract";
import { compactJson } from "./compact-json.ts";

/** A plan as an explanation shows it: the relevant part, or the whole document. */
export type Example = (PartialPlan | WholePlan) & {
  /** Files of the target repo; by default none. */
  readonly repo?: readonly string[];
  /** Paths that the repo ignores. */
  readonly ignored?: readonly string[];
  /** Bytes of files of the repo, if they matter: a model without tools is shown 200 KB. */
  readonly sizes?: Readonly<Record<string, number>>;
  /** The plan's spec, if it matters. */
  readonly spec?: string;
  /** A sentence in place of a plan that is too long to show. */
  readonly said?: string;
};

interface PartialPlan {
  /** The relevant members of each order; `examplePlan` adds the rest. */
  readonly orders: readonly JsonObject[];
  /** Other members of the manifest, if they are relevant. */
  readonly plan?: JsonObject;
}

interface WholePlan {
  readonly document: JsonValue;
}

/** The whole manifest of an example, as input for `check`. */
export const examplePlan = (example: Example): JsonValue =>
  "document" in example
    ? example.document
    : {
        system_overview: ["A keeper of notes."],
        verify_contract: null,
        ...example.plan,
        work_orders: example.orders.map((order, index) => wholeOrder(order, index + 1)),
      };

/** What a reader sees of an example: JSON, or a sentence. */
export const exampleText = (example: Example): string => {
  if (example.said !== undefined) return example.said;
  if ("document" in example) return compactJson(example.document);
  const { orders, plan } = example;
  const [only, ...others] = orders;
  if (only !== undefined && others.length === 0 && plan === undefined) return compactJson(only);
  const named = orders.map((order, index) => ({ id: orderId(index + 1), ...order }));
  return compactJson({ ...plan, work_orders: named });
};

const wholeOrder = (members: JsonObject, number: number): JsonObject => {
  const files = Array.isArray(members.allowed_files) ? members.allowed_files : [`src/part-${number}.js`];
  return {
    id: orderId(number),
    title: "Add a part",
    intent: "Add a part of the program.",
    preconditions: [],
    postconditions: files.map((path: JsonValue) => ({ kind: "file_exists", path })),
    allowed_files: files,
    forbidden: [],
    acceptance_commands: ["npm run check"],
    context_files: [],
    notes: null,
    ...members,
  };
};
