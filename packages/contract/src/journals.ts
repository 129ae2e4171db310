// A separate entry point: the code that judges events is larger than all the rest, and most commands read no journal.
export * from "./journal.ts";
