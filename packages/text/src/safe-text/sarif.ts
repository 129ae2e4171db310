/** A foreign text for a SARIF message. Viewers turn `[text](address)` into a link; this keeps it text. */
export const sarifText = (text: string): string => text.replaceAll("](", "] (");
