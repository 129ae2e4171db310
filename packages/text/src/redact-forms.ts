import { utf8Bytes } from "./sha256.ts";

/**
 * The forms that a secret can take (contract §7): as it is, escaped in JSON, URL-encoded, in hex, in base64 at any offset, in UTF-16, and
 * each of these decoded byte by byte.
 */
export const secretForms = (secrets: readonly string[]): readonly string[] => {
  const forms = secrets.filter((secret) => secret !== "").flatMap(formsOf);
  return [...new Set([...forms, ...forms.filter((form) => !isAscii(form)).map(byteByByte)])];
};

const formsOf = (secret: string): readonly string[] => {
  const bytes = utf8Bytes(secret);
  const escaped = JSON.stringify(secret).slice(1, -1);
  const base64 = [0, 1, 2].map((offset) => base64At(secret, offset));
  return [
    ...inBothCases(escapedToAscii(escaped), /\\u[0-9a-f]{4}/g),
    ...SAFE_IN_URLS.flatMap((safe) => inBothCases(urlEncoded(bytes, safe), /%[0-9a-f]{2}/g)).flatMap(withPlus),
    ...inBothCases(Array.from(bytes, hex).join(""), /[a-f]/g),
    ...[secret, escaped, ...base64, ...base64.map(toBase64Url), ...inUtf16(secret)],
  ].filter((form) => form !== "");
};

const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);

const byteByByte = (text: string): string => Array.from(utf8Bytes(text), (byte) => String.fromCharCode(byte)).join("");

/** The bytes of UTF-16 as characters: little-endian, then big-endian. */
const inUtf16 = (text: string): readonly string[] => {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return [
    units.map((unit) => String.fromCharCode(unit & 255, unit >> 8)).join(""),
    units.map((unit) => String.fromCharCode(unit >> 8, unit & 255)).join(""),
  ];
};

const hex = (byte: number): string => byte.toString(16).padStart(2, "0");

const inBothCases = (text: string, digits: RegExp): readonly string[] => [
  text,
  text.replace(digits, (found) => found.replace(/[a-f]/g, (digit) => digit.toUpperCase())),
];

const escapedToAscii = (text: string): string =>
  text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/**
 * The characters that URL encoders leave alone, apart from letters and digits: `encodeURIComponent`, forms, RFC 3986, Python, `encodeURI`.
 */
const SAFE_IN_URLS = ["-_.!~*'()", "*-._", "-_.~", "-_.~/", ";,/?:@&=+$-_.!~*'()#"];

const urlEncoded = (bytes: Uint8Array, safe: string): string =>
  Array.from(bytes, (byte) => {
    const letter = String.fromCharCode(byte);
    return /[A-Za-z0-9]/.test(letter) || safe.includes(letter) ? letter : `%${hex(byte)}`;
  }).join("");

const withPlus = (encoded: string): readonly string[] => [encoded, encoded.replaceAll("%20", "+")];

/** The base64 digits that depend on the secret alone, if it begins `offset` bytes into a group of three. */
const base64At = (secret: string, offset: number): string => {
  const bytes = "\0".repeat(offset) + byteByByte(secret);
  return btoa(bytes).slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6));
};

const toBase64Url = (base64: string): string => base64.replaceAll("+", "-").replaceAll("/", "_");
