import { ASSUMED_CONTEXT_TOKENS, parseModelName, portableModelName, serverPreset } from "@llmch/contract";
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
  const parsed = parseModelName(name);
  const server = parsed.ok && parsed.value.provider === "compatible" ? parsed.value.model.split("/", 1)[0] : undefined;
  const ofServer = server === undefined ? asked : `compatible:${server}`;
  const said = (wanted: string) => Object.entries(own).find(([each]) => portable(each) === wanted)?.[1];
  const begin = BEGINNINGS.find((each) => asked.startsWith(each));
  const known = begin === undefined ? serverPreset(server ?? "")?.contextTokens : TABLE[begin];
  return said(asked) ?? said(ofServer) ?? known ?? null;
};

/** The smallest context of several models, one of which reads a prompt. */
export const smallestContext = (names: readonly string[], own: Own): number =>
  Math.min(...names.map((name) => knownContext(name, own) ?? ASSUMED_CONTEXT_TOKENS));

/** `openai:gpt-5.2` and `gpt-5.2` are one model. */
const portable = (name: string): string => {
  const parsed = parseModelName(name);
  return portableModelName(parsed.ok ? parsed.value.name : name);
};
