/** What a schema may say beyond JSON Schema: only faces read it. */
const FOR_FACES = new Set(["value", "rare", "flag", "switches", "argument", "subject", "off", "typeName"]);

/**
 * The published schema of `request.json`: what the operations are asked that make a run.
 * @param {readonly object[]} descriptions those of all operations
 * @param {(schema: object, io: "input") => object} schemaOf
 * @returns {object} without its URI
 */
export const requestSchema = (descriptions, schemaOf) => {
  const making = descriptions.filter(({ makes }) => makes !== undefined);
  const given = { type: "object", additionalProperties: {} };
  return {
    type: "object",
    title: "llmch request",
    description:
      "What a run was asked to do, in its folder: `llmch resume RUN` begins a run of which nothing else is there.",
    properties: {
      format: { const: "llmch.request/1", description: "Version of the request's format." },
      operation: { enum: making.map(({ name }) => name), description: "The operation's name, as a command has it." },
      request: { type: "object", description: "The members of the request, as the library names them." },
      given: { ...given, description: "Settings that the caller named explicitly, by name: `factory.model`." },
      cwd: { type: "string", description: "What relative paths in the request start from." },
      dedup_key: {
        type: "string",
        description: "While a job of `llmch serve` with this key is open, no other is made.",
      },
      by: { const: "program", description: "A program asked for it, over MCP or the API." },
      consent: {
        const: true,
        description: "A person agreed beforehand to the commands, network and context of all its orders.",
      },
      mark: {
        anyOf: [{ type: "string" }, { type: "null" }],
        description: "Binds the request to the user and machine that made it. Without it, it counts as made elsewhere.",
      },
    },
    required: ["format", "operation", "request", "cwd"],
    additionalProperties: false,
    oneOf: making.map(({ name, request }) => ({
      properties: { operation: { const: name }, request: withoutFaces(schemaOf(request, "input")) },
    })),
  };
};

const withoutFaces = ({ $schema: _, ...schema }) => {
  const { properties = {}, ...rest } = schema;
  const members = Object.entries(properties).map(([name, member]) => [
    name,
    Object.fromEntries(Object.entries(member).filter(([key]) => !FOR_FACES.has(key))),
  ]);
  return { ...rest, properties: Object.fromEntries(members) };
};
