import type { Environment } from "./environment.ts";

/** Words in a variable's name that suggest a secret, even at the end of a longer word, as in `PGPASSWORD`. */
const SECRET_WORD = /(?:^|API|ACCESS|SECRET|PRIVATE)KEYS?$|(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL)S?$/;
const SECRET_WHOLE_WORD = /^(?:PASS|PAT)$/;
/** Last words of variables that describe a secret, such as its location or type, but do not hold it. */
const ABOUT_IT = /^(?:FILE|PATH|DIR|HOME|SOCK|SOCKET|URL|URI|ENDPOINT|HOST|NAME|TYPE|TTL|LIMIT|BUDGET|COMMAND|HELPER)$/;

/** True for a variable whose name suggests a key, token, secret, password or credential. */
export const namesSecret = (variable: string): boolean => {
  // Variables of this family hold the names of git settings.
  if (variable.startsWith("GIT_CONFIG_KEY_")) return false;
  if (variable === "LLMCH_DATABASE_URL") return true;
  const words = variable.toUpperCase().split(/[^A-Z0-9]+/);
  if (ABOUT_IT.test(words.at(-1) ?? "")) return false;
  if (words.length > 1 && words.at(-1) === "PWD") return true;
  return words.some((word) => SECRET_WORD.test(word) || SECRET_WHOLE_WORD.test(word));
};

const SHORTEST = 8;
const SHORTEST_WITH_PREFIX = 6;
/** A single word or number counts as a secret from this length on. */
const LONG_WORD = 16;

/**
 * True for a value that nobody writes by chance. Dummy values such as `EMPTY`, `ollama` or `password`, numbers, paths and `--------` are
 * not secrets: redacting them would remove ordinary words.
 */
export const isSecretValue = (value: string): boolean => {
  if (/^sk-/.test(value)) return value.length >= SHORTEST_WITH_PREFIX;
  if (value.length < SHORTEST || new Set(value).size < 5) return false;
  if (/^(?:[A-Za-z]+|[\d.:_-]+)$/.test(value)) return value.length >= LONG_WORD;
  return !isPath(value);
};

/** A key may also begin with a slash, but some part of it mixes digits with capital and small letters. */
const isPath = (value: string): boolean =>
  /^(?:~|\.{1,2})?\//.test(value) &&
  value.split("/").every((part) => !(/[a-z]/.test(part) && /[A-Z]/.test(part) && /\d/.test(part)));

/** The password in an address, as in `postgres://me:password@host`. */
const PASSWORD_IN_ADDRESS = /:\/\/[^/\s:@]*:([^/\s@]+)@/;

/**
 * The values of an environment that no output may show (contract §7): variables whose names suggest a secret, and passwords in addresses.
 * Trimmed, without duplicates.
 * @param keys variables that hold keys, whatever their names
 */
export const secretsOf = (env: Environment, keys: readonly string[] = []): readonly string[] => {
  const candidates = Object.entries(env).flatMap(([name, value = ""]) => [
    namesSecret(name) || keys.includes(name) ? value.trim() : "",
    PASSWORD_IN_ADDRESS.exec(value)?.[1] ?? "",
  ]);
  return [...new Set(candidates.filter(isSecretValue))];
};
