/**
 * A JSON Schema as a TypeScript type, with its descriptions as comments. It supports only what our own published schemas use.
 * @param {any} schema
 * @param {string} [indent]
 * @returns {string}
 */
export const typeOfSchema = (schema, indent = "") => {
  const { const: only, enum: words, type, properties, items, additionalProperties } = schema;
  const members = schema.oneOf ?? schema.anyOf;
  if (schema.typeName !== undefined) return schema.typeName;
  if (only !== undefined) return JSON.stringify(only);
  if (words !== undefined) return words.map((word) => JSON.stringify(word)).join(" | ");
  if (members !== undefined) return [...new Set(members.map((member) => typeOfSchema(member, indent)))].join(" | ");
  if (Array.isArray(type)) return type.map((each) => typeOfSchema({ ...schema, type: each }, indent)).join(" | ");
  if (type === "array") return `readonly ${grouped(typeOfSchema(items ?? {}, indent))}[]`;
  if (type === "object") return objectType(schema, properties ?? {}, additionalProperties, indent);
  return PLAIN[type] ?? "unknown";
};

const PLAIN = { string: "string", number: "number", integer: "number", boolean: "boolean", null: "null" };

const grouped = (type) => (/^[\w"]+$/.test(type) || type.startsWith("{") ? type : `(${type})`);

const objectType = ({ required = [] }, properties, others, indent) => {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).flatMap(([name, schema]) => {
    const comment = schema.description === undefined ? [] : [`${inner}/** ${schema.description} */`];
    const optional = required.includes(name) ? "" : "?";
    return [...comment, `${inner}readonly ${nameText(name)}${optional}: ${typeOfSchema(schema, inner)};`];
  });
  // Members unknown to the schema fit any name.
  const isLoose = others !== undefined && others !== false;
  const isMap = isLoose && lines.length === 0;
  if (isLoose) lines.push(`${inner}readonly [name: string]: ${isMap ? typeOfSchema(others, inner) : "unknown"};`);
  return lines.length === 0 ? "Readonly<Record<string, never>>" : `{\n${lines.join("\n")}\n${indent}}`;
};

const nameText = (name) => (/^[\w$]+$/.test(name) ? name : JSON.stringify(name));
