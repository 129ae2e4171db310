import fc from "fast-check";
import { expect, test } from "vitest";
import { isUnspaced, namesApart, wordsApart, wordsTogether } from "./words.ts";

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}_.][^\s。]*/gu);

test.each<[string, string, readonly string[]]>([
  ["Chinese", "程序读取文件。", ["程序", "读", "取", "文件"]],
  ["Japanese", "ファイルを読む。", ["ファイル", "を", "読む"]],
  ["Thai", "โปรแกรมอ่านไฟล์", ["โปรแกรม", "อ่าน", "ไฟล์"]],
  ["Hindi", "प्रोग्राम फ़ाइल पढ़ता", ["प्रोग्राम", "फ़ाइल", "पढ़ता"]],
  ["Arabic", "يقرأ البرنامج الملف", ["يقرأ", "البرنامج", "الملف"]],
  ["English", "It reads make_label of a.py", ["It", "reads", "make_label", "of", "a.py"]],
  ["a mixture", "在Flag类中修改a.py", ["在", "Flag", "类", "中", "修改", "a.py"]],
])("the words of %s stand apart, and come together again", (_, text, words) => {
  expect(wordsOf(wordsApart(text))).toEqual(words);
  expect(wordsTogether(wordsApart(text)).trim()).toBe(text);
});

test("names stand apart from letters without spaces", () => {
  expect(namesApart("修改Flag类的make_label。").split(" ")).toEqual(["", "修改", "Flag", "类的", "make_label。"]);
  expect(["字", "ー", "ก", "a", "é", "क", "م", "。", "𠀀"].filter(isUnspaced)).toEqual(["字", "ー", "ก", "𠀀"]);
});

test("nothing is lost, and texts in other scripts are not changed", () => {
  const pieces = fc.constantFrom("程序", "読む", "ไฟล์", " ", "a b", "𠀀", "。", "\n", "é", "पढ़", "الملف");
  const texts = fc.array(pieces).map((parts) => parts.join(""));
  const bare = (text: string) => text.replace(/ /g, "");
  fc.assert(
    fc.property(texts, fc.nat(9), (text, most) => {
      for (const spaced of [wordsApart(text), wordsApart(text, most), namesApart(text)])
        expect(bare(spaced)).toBe(bare(text));
    }),
  );
  fc.assert(
    fc.property(fc.stringMatching(/^[ -~éपढ़]*$/), (text) => {
      expect(wordsApart(text)).toBe(text);
    }),
  );
});

test("a long text takes time in proportion to its length", () => {
  expect(wordsApart("程序读取文件".repeat(20_000)).length).toBeGreaterThan(120_000);
});
