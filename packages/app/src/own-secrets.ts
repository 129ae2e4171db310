// How a process takes over its own environment, loaded only by what could show it to others.
export { ownSecrets, withKeys } from "@llmch/config/own-secrets";
