import { accepted, type ModelRole, type Refusal, refusal, rejected, type Verdict } from "@llmch/contract";

/** How the live server is reached. All times are milliseconds. */
export interface TransportSettings {
  readonly apiKey: string;
  readonly baseUrl: string;
  /** The first pause before a retry; it doubles from there. */
  readonly retryBaseMs: number;
  readonly pollIntervalMs: number;
  readonly connectMs: number;
  /** How long a stream, or a server that only has to say how far it is, may be silent. */
  readonly idleMs: number;
  /** How long one exchange may take, retries and polling included. */
  readonly totalMs: Readonly<Record<ModelRole, number>>;
}

export type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_BASE_URL = "https://api.openai.com/v1";
const MINUTE_MS = 60_000;

/** The refusal of a run that would need a key and has none, or null (contract §4, §6). Nothing is sent. */
export const missingKey = (env: Environment): Refusal | null =>
  (env.OPENAI_API_KEY ?? "").trim() === ""
    ? refusal(
        "no-key",
        "OPENAI_API_KEY is not set",
        "set it to your API key, or answer from a record with --replay FILE",
      )
    : null;

/**
 * Reads the settings of the live transport from an environment: `OPENAI_API_KEY`, `OPENAI_BASE_URL`,
 * `LLMCH_RETRY_BASE_MS`, `LLMCH_POLL_INTERVAL_MS`, `LLMCH_IDLE_TIMEOUT_MS`, `LLMCH_TOTAL_TIMEOUT_MS`. A missing key, a
 * key or an address that cannot be one, and a number that is none are refusals.
 */
export const transportSettings = (env: Environment): Verdict<TransportSettings, Refusal> => {
  const apiKey = (env.OPENAI_API_KEY ?? "").trim();
  const baseUrl = (env.OPENAI_BASE_URL ?? "").trim() || DEFAULT_BASE_URL;
  const [first, ...rest] = [
    missingKey(env),
    malformedKey(apiKey),
    malformedUrl(baseUrl),
    ...malformedTimes(env),
  ].filter((fault) => fault !== null);
  if (first !== undefined) return rejected(first, ...rest);
  const time = (name: TimeVariable, otherwise: number): number => Number(env[name]?.trim() || otherwise);
  return accepted({
    apiKey,
    baseUrl,
    retryBaseMs: time("LLMCH_RETRY_BASE_MS", 1_000),
    pollIntervalMs: time("LLMCH_POLL_INTERVAL_MS", 2_000),
    connectMs: 10_000,
    idleMs: time("LLMCH_IDLE_TIMEOUT_MS", 2 * MINUTE_MS),
    totalMs: {
      planner: time("LLMCH_TOTAL_TIMEOUT_MS", 30 * MINUTE_MS),
      factory: time("LLMCH_TOTAL_TIMEOUT_MS", 10 * MINUTE_MS),
    },
  });
};

const TIME_VARIABLES = [
  "LLMCH_RETRY_BASE_MS",
  "LLMCH_POLL_INTERVAL_MS",
  "LLMCH_IDLE_TIMEOUT_MS",
  "LLMCH_TOTAL_TIMEOUT_MS",
] as const;
type TimeVariable = (typeof TIME_VARIABLES)[number];

/** The key is never repeated: not even one that cannot be one. */
const malformedKey = (apiKey: string): Refusal | null =>
  /^[\x21-\x7e]*$/.test(apiKey)
    ? null
    : refusal("no-key", "OPENAI_API_KEY holds characters that no key has", "set it to the key alone, on one line");

const malformedUrl = (baseUrl: string): Refusal | null =>
  URL.canParse(baseUrl) && /^https?:$/.test(new URL(baseUrl).protocol)
    ? null
    : refusal("usage", "OPENAI_BASE_URL is not an http or https address", "set it to one such as https://host/v1");

const malformedTimes = (env: Environment): readonly Refusal[] =>
  TIME_VARIABLES.filter((name) => !/^\d{0,9}$/.test(env[name]?.trim() ?? "")).map((name) =>
    refusal("usage", `${name} is not a number of milliseconds`, "set it to a whole number, or unset it"),
  );
