import fc from "fast-check";

const SURROGATES = { from: 0xd800, after: 0xe000 };
const HOW_MANY = 0x110000 - (SURROGATES.after - SURROGATES.from);

/**
 * Any character of Unicode, as the `unit` of texts: the same ones as `"binary"`, with the same shrinking. But `"binary"` lists all
 * 1,112,064 characters once in each process, which takes longer than most properties.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.nat(HOW_MANY - 1).map(
  (index) => String.fromCodePoint(index < SURROGATES.from ? index : index + SURROGATES.after - SURROGATES.from),
  (value) => {
    const [first, ...more] = typeof value === "string" ? value : [];
    const code = first?.codePointAt(0);
    if (code === undefined || more.length > 0) throw new Error("not one character");
    if (code >= SURROGATES.from && code < SURROGATES.after) throw new Error("half a character");
    return code < SURROGATES.from ? code : code - (SURROGATES.after - SURROGATES.from);
  },
);
