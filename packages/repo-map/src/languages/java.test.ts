import { expect, test } from "vitest";
import { symbolsIn } from "./symbols-in.fixture.ts";

test.each([
  [
    "a class",
    'package a;\n@Entity(name = "x")\npublic class Foo<T> extends Bar implements Baz {\n  public static final String KEY = "secret";\n  private int x;\n  public Foo(int a) {}\n  @Override public <T> void run(int a) throws E {}\n  void inPackage() {}\n  public interface In { void a(); }\n}',
    [
      "public class Foo<T> extends Bar implements Baz",
      "  public static final String KEY",
      "  public Foo(int a)",
      "  public <T> void run(int a) throws E",
      "  public interface In",
    ],
  ],
  [
    "an interface",
    "interface I { int A = 1; int size(); default void d() {} private void p() {} }",
    ["interface I", "  int A", "  int size()", "  default void d()"],
  ],
  ["an enumeration", "enum E { A, B; public void z() {} void y() {} }", ["enum E", "  public void z()"]],
  [
    "a record",
    "public record R(int a) { public int q() { return 1; } }",
    ["public record R(int a)", "  public int q()"],
  ],
])("%s", async (_, text, symbols) => expect(await symbolsIn("A.java", text)).toEqual(symbols));
