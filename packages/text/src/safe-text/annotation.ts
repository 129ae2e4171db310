import { ciLogText } from "./ci-log.ts";
import { printable } from "./terminal.ts";

/** A GitHub workflow command that shows a message. The runner decodes exactly what this escapes. */
export const annotation = (
  name: "error" | "warning",
  properties: Readonly<Record<string, string>>,
  message: string,
): string => {
  const listed = Object.entries(properties).map(([key, value]) => `${key}=${property(value)}`);
  return `::${name} ${listed.join(",")}::${data(message)}`;
};

const encoded = (text: string): string => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

// Invisible characters may hide inside a mark, so remove them before breaking marks up.
const data = (text: string): string => encoded(ciLogText(printable(text)));

/** Commas and colons separate properties. Line breaks in a name are encoded, not removed. */
const property = (text: string): string =>
  ciLogText(printable(encoded(text)))
    .replaceAll(":", "%3A")
    .replaceAll(",", "%2C");
