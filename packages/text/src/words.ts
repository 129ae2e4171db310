/** A letter of a script that puts no space between words. */
const LETTER = String.raw`(?:(?=[\p{L}\p{M}])[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}])`;
const UNSPACED = new RegExp(`^${LETTER}$`, "u");
const RUN = new RegExp(`${LETTER}+`, "gu");
/** A longer run is cut, because the segmenter's time grows with its square. */
const PART_OF_RUN = new RegExp(`${LETTER}{1,200}`, "gu");
/** A space beside such a letter, or beside a wide mark that goes with them. */
const BESIDE = String.raw`(?:${LETTER}|[\u3000-\u303f\uff00-\uff65])`;
const IDLE_SPACE = new RegExp(`(?<=${BESIDE}) | (?=${BESIDE})`, "gu");

/** True if a letter is of a script that puts no space between words, such as Chinese, Japanese and Thai. */
export const isUnspaced = (letter: string): boolean => UNSPACED.test(letter);

/**
 * A text with spaces around the words of scripts that have none, so that whoever looks for words between spaces finds them. Any other text
 * stays as it is.
 * @param most what comes after this many such letters stays as it is
 */
export const wordsApart = (text: string, most = Number.POSITIVE_INFINITY): string => {
  let left = most;
  return text.replace(PART_OF_RUN, (run) => {
    if (left <= 0) return run;
    left -= run.length;
    return ` ${Array.from(segmenter().segment(run), ({ segment }) => segment).join(" ")} `;
  });
};

let made: Intl.Segmenter | undefined;
/** Made when it is first needed, because it loads dictionaries. */
const segmenter = (): Intl.Segmenter => {
  made ??= new Intl.Segmenter("und", { granularity: "word" });
  return made;
};

/** A text in which names stand apart from such letters, as `Flag` does not in `修改Flag类`. */
export const namesApart = (text: string): string => text.replace(RUN, " $& ");

/** A text without the spaces that such scripts do not need. */
export const wordsTogether = (text: string): string => text.replace(IDLE_SPACE, "");
