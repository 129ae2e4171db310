/** Control characters but line feeds and tabs, as a part of a pattern's class. */
export const CONTROLS = String.raw`\u0000-\u0008\u000b-\u001f\u007f-\u009f`;

/**
 * What changes the direction of a text, takes no room, ends a line without being seen, or is no character: a text with it reads
 * as something else. Joiners stay, because scripts and emoji need them.
 */
export const UNSEEN = String.raw`\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff\u{e0000}-\u{e007f}`;
