// An entry point of its own: judging events takes more code than all the rest, and most commands read no journal.
export * from "./journal.ts";
export { inOnePiece, type JournalPieces } from "./journal-lines.ts";
