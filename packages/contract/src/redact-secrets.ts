type Environment = Readonly<Record<string, string | undefined>>;

/** Words in a variable's name that suggest a secret, also at the end of a longer word, as in `PGPASSWORD`. */
const SECRET_WORD = /(?:^|API|ACCESS|SECRET|PRIVATE)KEYS?$|(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL)S?$/;
const SECRET_WHOLE_WORD = /^(?:PASS|PAT)$/;
/** Last words which say that the variable describes a secret, such as its place or kind, and does not hold it. */
const ABOUT_IT = /^(?:FILE|PATH|DIR|HOME|SOCK|SOCKET|URL|URI|ENDPOINT|HOST|NAME|TYPE|TTL|LIMIT|BUDGET|COMMAND|HELPER)$/;

/** True for a variable whose name suggests a key, token, secret, password or credential. */
export const namesSecret = (variable: string): boolean => {
  // The names of git's own settings are in variables of this family.
  if (variable.startsWith("GIT_CONFIG_KEY_")) return false;
  const words = variable.toUpperCase().split(/[^A-Z0-9]+/);
  if (ABOUT_IT.test(words.at(-1) ?? "")) return false;
  if (words.length > 1 && words.at(-1) === "PWD") return true;
  return words.some((word) => SECRET_WORD.test(word) || SECRET_WHOLE_WORD.test(word));
};

const SHORTEST = 8;
const SHORTEST_WITH_PREFIX = 6;
/** A single word or number of at least this length is taken for a secret. */
const LONG_WORD = 16;

/**
 * True for a value that nobody writes by chance. A stand-in such as `EMPTY`, `ollama` or `password`, a number, a path and
 * `--------` are no secrets: redacting them would remove ordinary words.
 */
const isSecretValue = (value: string): boolean => {
  if (/^sk-/.test(value)) return value.length >= SHORTEST_WITH_PREFIX;
  if (value.length < SHORTEST || new Set(value).size < 5) return false;
  if (/^(?:[A-Za-z]+|[\d.:_-]+)$/.test(value)) return value.length >= LONG_WORD;
  return !isPath(value);
};

/** A key may begin with a slash too, but its parts mix digits with capital and small letters. */
const isPath = (value: string): boolean =>
  /^(?:~|\.{1,2})?\//.test(value) &&
  value.split("/").every((part) => !(/[a-z]/.test(part) && /[A-Z]/.test(part) && /\d/.test(part)));

/** The password in an address, as in `postgres://me:password@host`. */
const PASSWORD_IN_ADDRESS = /:\/\/[^/\s:@]*:([^/\s@]+)@/;

/**
 * The values of an environment that no output may show (contract §7): variables whose names suggest a secret, and passwords in
 * addresses. Trimmed, without duplicates.
 * @param keys variables that hold keys, whatever they are called
 */
export const secretsOf = (env: Environment, keys: readonly string[] = []): readonly string[] => {
  const candidates = Object.entries(env).flatMap(([name, value = ""]) => [
    namesSecret(name) || keys.includes(name) ? value.trim() : "",
    PASSWORD_IN_ADDRESS.exec(value)?.[1] ?? "",
  ]);
  return [...new Set(candidates.filter(isSecretValue))];
};
