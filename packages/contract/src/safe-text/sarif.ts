/** A foreign text for a message of SARIF's, whose viewers make a link of `[text](address)`: here such a link stays text. */
export const sarifText = (text: string): string => text.replaceAll("](", "] (");
