import { rejected } from "@llmch/contract";
import type { Adapter } from "../live/adapter.ts";

/** Asks through Anthropic's Messages. */
export const askMessages: Adapter = async () => rejected({ kind: "too-large", message: "cannot be asked yet" });
