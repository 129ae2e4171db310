export { converse, type End, type Said } from "./converse.ts";
export { createPeer } from "./peer.ts";
