export { DEFAULT_MODELS, type ModelSettings } from "./asked.ts";
export { createGateway, type Gateway, type GatewayOptions } from "./gateway.ts";
export { createRedactor, type Redactor, secretsOf } from "./redact.ts";
export { loadReplay, type ReplaySource } from "./replay.ts";
export { type TransportSettings, transportSettings } from "./settings.ts";
