/** Control characters except line feeds and tabs, for a pattern's character class. */
export const CONTROLS = String.raw`\u0000-\u0008\u000b-\u001f\u007f-\u009f`;

/**
 * Characters that change the text direction, take no room, end a line invisibly, or are not characters at all: they make a text look like
 * something else. Joiners stay, because scripts and emoji need them.
 */
export const UNSEEN = String.raw`\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff\u{e0000}-\u{e007f}`;
