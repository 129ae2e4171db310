import { decimal, listOf, orNone, wholeNumber } from "./kind.ts";
import { type CompatibleServer, compatibleServers, contexts, host, type Price, prices } from "./model-kinds.ts";
import { setting } from "./setting.ts";

const NO_SERVERS: Readonly<Record<string, CompatibleServer>> = {};
const NO_PRICES: Readonly<Record<string, Price>> = {};
const NO_CONTEXTS: Readonly<Record<string, number>> = {};
const NO_HOSTS: readonly string[] = [];

/** What a command may spend. A resumed run includes what it already spent. */
export const BUDGET_SETTINGS = {
  usd: setting(
    orNone(decimal({ least: 0, most: 1_000_000, unit: "US dollars" })),
    null,
    "Most that a plan or a run may spend on models.",
    {
      flag: "--budget <usd>",
    },
  ),
  tokens: setting(
    orNone(wholeNumber({ least: 0, most: Number.MAX_SAFE_INTEGER })),
    null,
    "Most tokens, in and out, that a plan or a run may take.",
    { flag: "--max-tokens <n>", isRare: true },
  ),
  minutes: setting(
    orNone(decimal({ least: 0, most: 100_000, unit: "minutes" })),
    null,
    "How long a plan or a run may take; what is under way then is put back.",
    { flag: "--max-minutes <n>", isRare: true },
  ),
} as const;

/** How llmch reaches servers. */
export const NETWORK_SETTINGS = {
  retries: setting(
    wholeNumber({ least: 0, most: 10 }),
    3,
    "How often a request is sent again after 408, 409, 429, 5xx or a broken connection.",
  ),
  retry_base_ms: setting(
    wholeNumber({ least: 0, most: 999_999_999, unit: "milliseconds" }),
    1_000,
    "The first wait before a request is sent again; it doubles from there.",
    {
      variable: "LLMCH_RETRY_BASE_MS",
    },
  ),
  trusted_hosts: setting(
    listOf(host(), "a list of hosts such as models.example.com or models.example.com:8443"),
    NO_HOSTS,
    "Hosts that a server which the repo's own file names may send a key to; this machine always counts as one.",
    { scope: "user" },
  ),
} as const;

/** Servers and prices, by user-chosen names. */
export const CATALOGUE_SETTINGS = {
  compatible: setting(
    compatibleServers(),
    NO_SERVERS,
    "Servers of one's own, for models named `compatible:NAME` or `compatible:NAME/MODEL`.",
  ),
  context_tokens: setting(
    contexts(),
    NO_CONTEXTS,
    "How many tokens a model's context has, in and out: how much prompts show follows from it. `compatible:SERVER` stands for all models of that server.",
  ),
  prices: setting(
    prices(),
    NO_PRICES,
    "Prices in US dollars a million tokens, by model; they go before llmch's own table.",
  ),
} as const;
