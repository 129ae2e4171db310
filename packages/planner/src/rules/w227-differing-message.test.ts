import { expect, test } from "vitest";
import { order, plan } from "../plan.fixture.ts";
import { report } from "./rules.fixture.ts";

/** The findings about an order with these notes, and a command that expects these texts. */
const said = (notes: string, texts: readonly string[], quotes = "'") => {
  const program = texts.map((text) => `expect(${quotes}${text}${quotes})`).join("; ");
  const command = `node -e ${quotes === "'" ? `"${program}"` : `'${program}'`}`;
  return report({ manifest: plan([order(1, { notes, acceptance_commands: [command] })]) }).filter((line) =>
    line.startsWith("W227"),
  );
};
const found = (expected: string, text: string) => [
  `W227 WO-01 acceptance_commands: a command expects "${expected}", and the order says "${text}"`,
];
const NOTES = "Refused, exit code 1: fee: the exit is before the entry | fee: no time of day is after 24:00.";

test("a command's message that differs by one word from the order's", () => {
  const slip = found("the exit lies before the entry", "the exit is before the entry");
  expect(said(NOTES, ["fee: the exit lies before the entry\\n"])).toEqual(slip);
  expect(said(NOTES, ["fee: the exit lies before the entry"], '"')).toEqual(slip);
});

test("a command's message with one word more or less", () => {
  expect(said(NOTES, ["fee: the exit is before entry"])).toEqual(
    found("the exit is before entry", "the exit is before the entry"),
  );
  expect(said(NOTES, ["fee: the exit is long before the entry"])).toEqual(
    found("the exit is long before the entry", "the exit is before the entry"),
  );
});

test.each<[string, string, string, string]>([
  ["Chinese", "拒绝，退出码为一：停车：离开时间早于进入时间。", "停车：离开时间晚于进入时间", "离开时间早于进入时间"],
  [
    "Japanese",
    "拒否する：駐車：出口の時刻は入口の時刻より前です。",
    "駐車：出口の時刻は入口の時刻より後です",
    "出口の時刻は入口の時刻より前です",
  ],
  ["Hindi", "मना करें: शुल्क: निकास प्रवेश से पहले है", "शुल्क: निकास प्रवेश के पहले है", "निकास प्रवेश से पहले है"],
  ["Thai", "ปฏิเสธ: เวลาออกอยู่ก่อนเวลาเข้า", "จอด: เวลาออกอยู่หลังเวลาเข้า", "เวลาออกอยู่ก่อนเวลาเข้า"],
  ["Arabic", "يرفض: رسم: وقت الخروج قبل وقت الدخول", "رسم: وقت الخروج بعد وقت الدخول", "وقت الخروج قبل وقت الدخول"],
])("a command's message that differs by one word, in %s", (_, notes, expected, text) => {
  expect(said(notes, [expected])).toEqual(found(expected.replace(/^.*?(?:：|: )/, ""), text));
});

test.each<[string, string, readonly string[]]>([
  ["the same message", NOTES, ["fee: the exit is before the entry"]],
  [
    "other numbers, names, paths and quoted values",
    'a: line 3: "x" is not a time of A',
    ['a: line 9: "y" is not a time of B'],
  ],
  ["a letter for a value", "a: x must be a whole number of cents", ["a: 9 must be a whole number of cents"]],
  ["no message", NOTES, ["the exit lies before the entry", "Ana paid 1 for tea", "fee: exit lies before"]],
  ["another message altogether", NOTES, ["fee: the card is not known here"]],
  [
    "both wordings, where commands expect both",
    NOTES,
    ["fee: the exit is before the entry", "fee: the exit lies before the entry"],
  ],
  ["words that a case is made of", "who: allow dev to write here", ["ana", "who: allow ana to write here"]],
  ["nothing to compare with", "", ["fee: the exit lies before the entry"]],
])("does not report %s", (_, notes, texts) => {
  expect(said(notes, texts)).toEqual([]);
});

test("an order with unrealistically many words is not compared", () => {
  expect(said(`${NOTES} ${"and so on ".repeat(5_000)}`, ["fee: the exit lies before the entry"])).toEqual([]);
});
