import { ciLogText } from "./ci-log.ts";
import { printable } from "./terminal.ts";

/** A workflow command of GitHub's that shows a message. The runner decodes what is escaped here, and nothing else. */
export const annotation = (
  name: "error" | "warning",
  properties: Readonly<Record<string, string>>,
  message: string,
): string => {
  const listed = Object.entries(properties).map(([key, value]) => `${key}=${property(value)}`);
  return `::${name} ${listed.join(",")}::${data(message)}`;
};

const encoded = (text: string): string => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

// Marks are parted once what is invisible is gone, which may stand in one.
const data = (text: string): string => encoded(ciLogText(printable(text)));

/** Properties are set apart by commas and colons. The line breaks of a name are its own. */
const property = (text: string): string =>
  ciLogText(printable(encoded(text)))
    .replaceAll(":", "%3A")
    .replaceAll(",", "%2C");
