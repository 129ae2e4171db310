import { describe, expect, test } from "vitest";
import { coverageOf } from "./coverage.ts";
import { specSentences } from "./spec-sentences.ts";

interface Script {
  readonly spec: string;
  readonly sentences: readonly string[];
  /** A part of the second sentence, one of the third with its mark, and a slip of the second. */
  readonly quotes: readonly [part: string, marked: string, slip: string];
}

const SCRIPTS: Readonly<Record<string, Script>> = {
  Chinese: {
    spec: "# 账本\n\n程序读取`book.txt`文件。它打印所有金额的总和！如果文件为空，\n程序会怎么做？\n\n输出：\n\n- 未知的人会被拒绝。\n- 金额最多有两位小数\n",
    sentences: [
      "程序读取`book.txt`文件。",
      "它打印所有金额的总和！",
      "如果文件为空， 程序会怎么做？",
      "未知的人会被拒绝。",
      "金额最多有两位小数",
    ],
    quotes: ["打印所有金额", "如果文件为空，程序会怎么做？", "它打印全部金额的总和！"],
  },
  Japanese: {
    spec: "# 台帳\n\nプログラムはファイルを読む。合計を印刷して「はい。」と表示する。ファイルが空ならば終了する。\n",
    sentences: ["プログラムはファイルを読む。", "合計を印刷して「はい。」と表示する。", "ファイルが空ならば終了する。"],
    quotes: ["「はい。」と表示する", "ファイルが空ならば終了する。", "合計を印刷して「いいえ。」と表示する。"],
  },
  Hindi: {
    spec: "# बही\n\nप्रोग्राम फ़ाइल पढ़ता है। यह सभी राशियों का योग छापता है। क्या फ़ाइल खाली है? तब प्रोग्राम रुक जाता है॥\n",
    sentences: ["प्रोग्राम फ़ाइल पढ़ता है।", "यह सभी राशियों का योग छापता है।", "क्या फ़ाइल खाली है?", "तब प्रोग्राम रुक जाता है॥"],
    quotes: ["राशियों का योग", "क्या फ़ाइल खाली है?", "यह सभी राशियों का अंतर छापता है।"],
  },
  Thai: {
    spec: "# บัญชี\n\nโปรแกรมอ่านไฟล์และพิมพ์ผลรวม\n\nจำนวนเงินทั้งหมดถูกปัดเศษเป็นทศนิยมสองตำแหน่ง\n\nถ้าไฟล์ว่างเปล่าโปรแกรมจะหยุดทำงาน\n",
    sentences: ["โปรแกรมอ่านไฟล์และพิมพ์ผลรวม", "จำนวนเงินทั้งหมดถูกปัดเศษเป็นทศนิยมสองตำแหน่ง", "ถ้าไฟล์ว่างเปล่าโปรแกรมจะหยุดทำงาน"],
    quotes: ["ปัดเศษเป็นทศนิยม", "ถ้าไฟล์ว่างเปล่า โปรแกรมจะหยุดทำงาน", "จำนวนเงินทั้งหมดถูกปัดเศษเป็นทศนิยมสามตำแหน่ง"],
  },
  Arabic: {
    spec: "# دفتر\n\nيقرأ البرنامج الملف. ثم يطبع مجموع كل المبالغ. هل الملف فارغ؟ إذن يتوقف البرنامج.\n",
    sentences: ["يقرأ البرنامج الملف.", "ثم يطبع مجموع كل المبالغ.", "هل الملف فارغ؟", "إذن يتوقف البرنامج."],
    quotes: ["مجموع كل المبالغ", "هل الملف فارغ؟", "ثم يطبع فرق كل المبالغ."],
  },
};

describe.each(Object.entries(SCRIPTS))("a spec in %s", (_, { spec, sentences, quotes: [part, marked, slip] }) => {
  const covered = (...fulfils: readonly string[]) => coverageOf(spec, [{ id: "WO-01", fulfils }]);
  const numbers = (...fulfils: readonly string[]) =>
    covered(...fulfils)?.sentences.flatMap(({ orders }, number) => (orders.length > 0 ? [number] : []));

  test("has its sentences, and neither headings nor labels among them", () => {
    expect(specSentences(spec).flatMap(({ text, isDemand }) => (isDemand ? [text] : []))).toEqual(sentences);
  });

  test("is covered by whole sentences, by parts of them, and by several at once", () => {
    for (const [number, sentence] of sentences.entries()) expect(numbers(sentence)).toEqual([number]);
    expect(numbers(part)).toEqual([1]);
    expect(numbers(marked)).toEqual([2]);
    expect(numbers(sentences.slice(0, 3).join(" "))).toEqual([0, 1, 2]);
    expect(covered(...sentences, part, marked)?.strays).toEqual([]);
  });

  test("has no quote with another word, and the sentence that was meant is found", () => {
    expect(covered(slip)?.strays).toEqual([{ order: 0, index: 0, quote: slip, nearest: sentences[1] }]);
  });
});
