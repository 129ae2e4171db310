import fc from "fast-check";

/** One of the programs with a piece inserted anywhere, replacing at most `most` letters. */
export const mutatedCode = (
  programs: readonly string[],
  pieces: fc.Arbitrary<string>,
  most: number,
): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...programs), fc.nat(), fc.nat(most), pieces).map(([code, at, cut, piece]) => {
    const place = at % (code.length + 1);
    return code.slice(0, place) + piece + code.slice(place + cut);
  });
