import { ciLogText } from "./ci-log.ts";
import { printable } from "./terminal.ts";

/** A workflow command of GitHub's that shows a message. The runner decodes what is escaped here, and nothing else. */
export const annotation = (
  name: "error" | "warning",
  properties: Readonly<Record<string, string>>,
  message: string,
): string => {
  const listed = Object.entries(properties).map(([key, value]) => `${key}=${property(value)}`);
  return `::${name} ${listed.join(",")}::${data(printable(message))}`;
};

const data = (text: string): string =>
  ciLogText(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

/** Properties are set apart by commas and colons. What else would steer a terminal is no part of a name that can be shown. */
const property = (text: string): string => printable(data(text).replaceAll(":", "%3A").replaceAll(",", "%2C"));
