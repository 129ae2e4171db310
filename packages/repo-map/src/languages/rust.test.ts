import { expect, test } from "vitest";
import { symbolsIn } from "./symbols-in.fixture.ts";

test.each([
  [
    "functions",
    "pub fn f<T>(a: T) -> i32\nwhere\n    T: X,\n{ 1 }\nfn g() {}\npub(crate) async fn h() {}",
    ["pub fn f<T>(a: T) -> i32 where T: X,", "pub(crate) async fn h()"],
  ],
  [
    "types",
    "#[derive(Debug)]\npub struct P { pub x: i32 }\npub enum E { A, B }\npub type T = u8;\nstruct Q;",
    ["pub struct P { pub x: i32 }", "pub enum E { A, B }", "pub type T = u8"],
  ],
  [
    "a trait",
    "pub trait Tr: X { fn m(&self) -> u8; fn d(&self) {} }",
    ["pub trait Tr: X", "  fn m(&self) -> u8", "  fn d(&self)"],
  ],
  [
    "implementations",
    "impl P { pub fn new() -> Self { P } fn q(&self) {} }\nimpl Tr for P { fn m(&self) {} }\nimpl Q { fn r() {} }",
    ["impl P", "  pub fn new() -> Self", "impl Tr for P"],
  ],
  [
    "constants without values",
    'pub const A: &str = "secret";\npub static B: u8 = 1;\nconst C: u8 = 2;',
    ["pub const A: &str", "pub static B: u8"],
  ],
  [
    "modules",
    "pub mod sub;\npub mod inl { pub fn q() {} }\npub use a::b;",
    ["pub mod sub", "pub mod inl", "  pub fn q()", "pub use a::b"],
  ],
])("%s", async (_, text, symbols) => expect(await symbolsIn("a.rs", text)).toEqual(symbols));
