import { ASSUMED_CONTEXT_TOKENS, parseModelName, portableModelName } from "@llmch/contract";
import table from "./contexts.json" with { type: "json" };

const TABLE: Readonly<Record<string, number>> = table.contexts;
/** The longest beginning of a name says most about it. */
const BEGINNINGS: readonly string[] = Object.keys(TABLE).sort((a, b) => b.length - a.length);

type Own = Readonly<Record<string, number>>;

/**
 * How many tokens a model's context has; null if that is not known.
 * @param own contexts from the settings: `compatible:SERVER` stands for every model of that server
 */
export const knownContext = (name: string, own: Own): number | null => {
  const asked = portable(name);
  const ofServer = asked.startsWith("compatible:") ? (asked.split("/", 1)[0] ?? asked) : asked;
  const said = (wanted: string) => Object.entries(own).find(([each]) => portable(each) === wanted)?.[1];
  const begin = BEGINNINGS.find((each) => asked.startsWith(each));
  return said(asked) ?? said(ofServer) ?? (begin === undefined ? null : (TABLE[begin] ?? null));
};

/** The smallest context of several models, one of which reads a prompt. */
export const smallestContext = (names: readonly string[], own: Own): number =>
  Math.min(...names.map((name) => knownContext(name, own) ?? ASSUMED_CONTEXT_TOKENS));

/** `openai:gpt-5.2` and `gpt-5.2` are one model. */
const portable = (name: string): string => {
  const parsed = parseModelName(name);
  return portableModelName(parsed.ok ? parsed.value.name : name);
};
