import type { JsonValue } from "./json-value.ts";
import type { Steps } from "./steps.ts";

/** Where a JSON text is cut into parts: at a comma, or at a bracket that closes what was open at the previous cut. */
export interface JsonCut {
  readonly at: number;
  /** What is open before the cut, outermost first: the position of its last member's key, or null for an array. */
  readonly open: readonly (number | null)[];
}

type Container = JsonValue[] | Record<string, JsonValue>;

/**
 * `JSON.parse` in steps: returns the same, and throws the same. Each part is the text between two cuts. It is parsed with brackets around
 * it for what is open there, and its members are added to those already read.
 * @param keyAt the key whose opening quote is at a position
 */
export function* parseInParts(
  text: string,
  cuts: readonly JsonCut[],
  keyAt: (place: number) => string,
): Steps<JsonValue> {
  const parts = createParts(text, keyAt);
  for (const cut of cuts) {
    if (!parts.take(cut)) break;
    yield;
  }
  const root = parts.root();
  if (root !== undefined) return root;
  yield;
  // The platform says what is wrong. To quote the text before the fault, it needs only a little of it.
  const right = cuts.findLast(({ at }) => at < parts.from() - MOST_QUOTED && text[at] === ",");
  if (right !== undefined) JSON.parse(blankBefore(text, right));
  return JSON.parse(text);
}

const MOST_QUOTED = 100;

const createParts = (text: string, keyAt: (place: number) => string) => {
  /** What is open at the start of the next part, outermost first. */
  const stack: Container[] = [];
  let root: Container | undefined;
  let from = 0;

  /** The containers that a part leaves open, starting with the part itself; none if it has no such members. */
  const leftOpen = (part: Container, open: JsonCut["open"]): readonly Container[] => {
    const chain = [part];
    for (const key of open.slice(0, -1)) {
      const last = chain.at(-1);
      const next = Array.isArray(last) ? last.at(-1) : key === null ? undefined : last?.[keyAt(key)];
      if (!isContainer(next)) return [];
      chain.push(next);
    }
    return chain;
  };

  const fits = ({ at, open }: JsonCut): boolean => {
    const outer = stack.at(-1);
    const isComma = text[at] === ",";
    const part = text.slice(from, isComma ? at : at + 1);
    if (outer === undefined && from > 0) return false;
    const [opening, closing] = outer === undefined ? ["", ""] : bracketsOf(outer);
    if (!isComma && isBlank(part.slice(0, -1)) && part.endsWith(closing)) return stack.pop() !== undefined;
    const body = outer === undefined ? part : part.replace(/^[ \t\n\r]*,/, opening);
    if (outer !== undefined && body === part) return false;
    const inner = open.slice(Math.max(0, stack.length - 1));
    const read: JsonValue = JSON.parse(isComma ? body + closingOf(inner) : body);
    if (!isContainer(read)) return false;
    const chain = leftOpen(read, inner);
    const innermost = chain.at(-1);
    // A comma may not come before the first member or after the last.
    if (innermost === undefined || isEmpty(innermost)) return false;
    if (outer === undefined) root = read;
    else join(outer, read);
    stack.push(...chain.slice(outer === undefined ? 0 : 1));
    if (!isComma) stack.pop();
    return true;
  };

  return {
    /** Reads the part before a cut. False if it is not JSON. */
    take: (cut: JsonCut): boolean => {
      try {
        if (!fits(cut)) return false;
      } catch {
        return false;
      }
      from = text[cut.at] === "," ? cut.at : cut.at + 1;
      return true;
    },
    /** Where the next part begins. */
    from: () => from,
    /** The whole document; undefined if it does not end here. */
    root: () => (stack.length === 0 && isBlank(text.slice(from)) ? root : undefined),
  };
};

/** The text from a comma on, padded to the same length, with one dummy member in each open container. */
const blankBefore = (text: string, { at, open }: JsonCut): string => {
  const opening = open.map((key, depth) => {
    const member = depth === open.length - 1 ? "0" : "";
    return key === null ? `[${member}` : `{"":${member}`;
  });
  return opening.join("").padStart(at) + text.slice(at);
};

const isContainer = (value: JsonValue | undefined): value is Container => typeof value === "object" && value !== null;

const isEmpty = (container: Container): boolean =>
  Array.isArray(container) ? container.length === 0 : Object.keys(container).length === 0;

const isBlank = (text: string): boolean => /^[ \t\n\r]*$/.test(text);

const bracketsOf = (container: Container): readonly [string, string] =>
  Array.isArray(container) ? ["[", "]"] : ["{", "}"];

const closingOf = (open: JsonCut["open"]): string =>
  open
    .map((key) => (key === null ? "]" : "}"))
    .toReversed()
    .join("");

const join = (container: Container, part: Container): void => {
  if (!Array.isArray(container)) for (const [key, value] of Object.entries(part)) setMember(container, key, value);
  else if (Array.isArray(part)) for (const each of part) container.push(each);
};

/** Like JSON.parse: a member named `__proto__` does not set the prototype. */
const setMember = (object: Record<string, JsonValue>, key: string, value: JsonValue): void => {
  if (key === "__proto__")
    Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
  else object[key] = value;
};
