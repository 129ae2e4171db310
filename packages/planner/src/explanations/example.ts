import { orderId } from "@llmch/contract";
import { isJsonObject, type JsonObject, type JsonValue } from "@llmch/text";

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

const WIDTH = 96;

/**
 * JSON as a person would format it: below the outermost level, a value that fits on a line is on one line. Everything else is indented by
 * two.
 */
const compactJson = (value: JsonValue): string => setJson(value, "", WIDTH);

/** @param used columns before the value on its line */
const setJson = (value: JsonValue, indent: string, used: number): string => {
  const line = oneLine(value);
  const parts = Array.isArray(value)
    ? value.map((item: JsonValue) => ({ key: "", item }))
    : isJsonObject(value)
      ? Object.entries(value).map(([key, item]) => ({ key: `${JSON.stringify(key)}: `, item }))
      : [];
  if (parts.length === 0 || used + line.length <= WIDTH) return line;
  const inner = `${indent}  `;
  const lines = parts.map(({ key, item }) => `${inner}${key}${setJson(item, inner, inner.length + key.length)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${lines.join(",\n")}\n${indent}${close}`;
};

const oneLine = (value: JsonValue): string => {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(", ")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${oneLine(item)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
};
