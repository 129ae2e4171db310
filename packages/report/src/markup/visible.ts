/** What is not to be seen, or makes other text look like what it is not. Line feeds and tabs are neither. */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff\u{e0000}-\u{e007f}]|\p{Cs}/gu;

/**
 * A foreign text that a person can judge: signs replace control characters, changes of direction, invisible characters and
 * unpaired surrogates, so that nothing in the text stays hidden.
 */
export const visible = (text: string): string => text.replace(UNSEEN, signOf);

const signOf = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return "␡";
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
};
