import { Buffer } from "node:buffer";

/** Puts a mark in the place of every secret, in a text or in all strings of a JSON value. */
export interface Redactor {
  text(text: string): string;
  value<Value>(value: Value): Value;
}

export const REDACTED = "[redacted]";

const SECRET_VARIABLE = /(?:^|_)(?:API_KEY|ADMIN_KEY)$/;

/**
 * The API keys of an environment. A short value such as `EMPTY` or `ollama` is a stand-in for servers without keys: it
 * is no secret, and taking it out would eat ordinary words.
 */
export const secretsOf = (env: Readonly<Record<string, string | undefined>>): readonly string[] =>
  Object.entries(env).flatMap(([name, value]) => {
    const secret = value?.trim() ?? "";
    return SECRET_VARIABLE.test(name) && (secret.length >= 8 || secret.startsWith("sk-")) ? [secret] : [];
  });

/** Knows each secret as it is, URL-encoded, and in base64 at any offset (contract §7: no artifact holds a key). */
export const createRedactor = (secrets: readonly string[]): Redactor => {
  const forms = [...new Set(secrets.flatMap(formsOf))].sort((a, b) => b.length - a.length);
  const text = (original: string): string => forms.reduce((rest, form) => rest.replaceAll(form, REDACTED), original);
  return { text, value: (value) => JSON.parse(text(JSON.stringify(value))) };
};

const formsOf = (secret: string): readonly string[] => {
  const base64 = [0, 1, 2].map((offset) => base64At(secret, offset));
  const escaped = JSON.stringify(secret).slice(1, -1);
  return [secret, escaped, encodeURIComponent(secret), ...base64, ...base64.map(toBase64Url)];
};

/** The base64 digits that the secret alone decides, where it begins `offset` bytes into a group of three. */
const base64At = (secret: string, offset: number): string => {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
  return bytes.toString("base64").slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6));
};

const toBase64Url = (base64: string): string => base64.replaceAll("+", "-").replaceAll("/", "_");
