import { expect, test } from "vitest";
import { symbolsIn } from "./symbols-in.fixture.ts";

const CASES: readonly (readonly [string, string, readonly string[]])[] = [
  [
    "an arrow function",
    "export const f = async <T,>(a: T): Promise<T> => a;",
    ["const f = async <T,>(a: T): Promise<T>"],
  ],
  ["a constant's type", "export const LIMIT: number = 3;", ["const LIMIT: number"]],
  [
    "an interface",
    "export interface I<T> extends J {\n  /** A name. */\n  a: string; // c\n  b(): void;\n}",
    ["interface I<T> extends J { a: string; b(): void; }"],
  ],
  ["a type", "export type T =\n  | A\n  | B;", ["type T = | A | B"]],
  [
    "short texts",
    'export type T = { a: "one"; b: number; c: string } | "two";',
    ['type T = { a: "one"; b: number; c: string } | "two"'],
  ],
  ["an enumeration", "export enum E { A, B }", ["enum E { A, B }"]],
  [
    "a class",
    "export abstract class Q<T> implements R {\n  constructor(private a: string) {}\n  abstract z(): void;\n  protected p(): void {}\n  private q(): void {}\n  public r(a?: T): a is T { return true }\n}",
    [
      "abstract class Q<T> implements R",
      "  constructor(private a: string)",
      "  abstract z(): void",
      "  public r(a?: T): a is T",
    ],
  ],
  ["a declaration", "export declare function d(a: string): void;", ["function d(a: string): void"]],
  ["what is not exported", "interface I { a: string }\ntype T = 1;", []],
];

test.each(CASES)("%s", async (_, text, symbols) => expect(await symbolsIn("a.ts", text)).toEqual(symbols));
test("elements", async () => {
  expect(await symbolsIn("a.tsx", "export const App = ({ a }: Props): Element => <p>{a}</p>;")).toEqual([
    "const App = ({ a }: Props): Element",
  ]);
});
