import type { JsonValue } from "./json-value.ts";
import type { Steps } from "./steps.ts";

/** A comma of a JSON text, or a bracket that closes what was open at the cut before: there it is cut into parts. */
export interface JsonCut {
  readonly at: number;
  /** What is open before it, the outermost first: the place of its last member's key, or null for a list. */
  readonly open: readonly (number | null)[];
}

type Container = JsonValue[] | Record<string, JsonValue>;

/**
 * JSON.parse in steps: gives the same, and throws the same. Each part stands between two cuts: brackets are put around it for what is
 * open, and its members join those that have been read.
 * @param keyAt the key whose first quote stands there
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
  // The platform tells what is wrong with it, and of what is right before it needs only a little, to quote it.
  const right = cuts.findLast(({ at }) => at < parts.from() - MOST_QUOTED && text[at] === ",");
  if (right !== undefined) JSON.parse(blankBefore(text, right));
  return JSON.parse(text);
}

const MOST_QUOTED = 100;

const createParts = (text: string, keyAt: (place: number) => string) => {
  /** What is open where the next part begins, the outermost first. */
  const stack: Container[] = [];
  let root: Container | undefined;
  let from = 0;

  /** The containers that a part leaves open, its own first; none if it has no such members. */
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
    // No comma stands before the first member, nor behind the last.
    if (innermost === undefined || isEmpty(innermost)) return false;
    if (outer === undefined) root = read;
    else join(outer, read);
    stack.push(...chain.slice(outer === undefined ? 0 : 1));
    if (!isComma) stack.pop();
    return true;
  };

  return {
    /** Reads the part before a cut. False if that is no JSON. */
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

/** The same from a comma on, and as long: nothing is in what is open there but a member each. */
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

/** As JSON.parse does it: a member of that name is no prototype. */
const setMember = (object: Record<string, JsonValue>, key: string, value: JsonValue): void => {
  if (key === "__proto__")
    Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
  else object[key] = value;
};
