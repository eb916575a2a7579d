/**
 * Whether a value plainly fits a JSON Schema: true only where every word of the schema is known here and holds. Where it
 * is false nothing is said: the validator, which takes longer to get ready than most calls take, has the last word.
 */
export function plainlyFits(schema: unknown, value: unknown): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  for (const [word, says] of Object.entries(schema)) {
    const holds = words[word];
    if (holds === undefined || !holds(says, value, schema as Schema)) return false;
  }
  return true;
}

type Schema = Readonly<Record<string, unknown>>;
type Word = (says: unknown, value: unknown, schema: Schema) => boolean;

const always: Word = () => true;
const sized =
  (fits: (size: number, limit: number) => boolean): Word =>
  (limit, value) =>
    typeof value !== "string" || fits([...value].length, limit as number);
const counted =
  (fits: (size: number, limit: number) => boolean): Word =>
  (limit, value) =>
    !Array.isArray(value) || fits(value.length, limit as number);
const compared =
  (fits: (number: number, limit: number) => boolean): Word =>
  (limit, value) =>
    typeof value !== "number" || fits(value, limit as number);
const [atLeast, atMost] = [(a: number, b: number) => a >= b, (a: number, b: number) => a <= b];

const words: Readonly<Record<string, Word>> = {
  description: always,
  title: always,
  examples: always,
  type: (type, value) => {
    switch (type) {
      case "object":
        return isRecord(value);
      case "array":
        return Array.isArray(value);
      case "integer":
        return Number.isInteger(value);
      case "number":
        return Number.isFinite(value);
      case "null":
        return value === null;
      case "string":
        return typeof value === "string";
      case "boolean":
        return typeof value === "boolean";
      default:
        return false;
    }
  },
  const: (says, value) => (typeof says !== "object" || says === null) && says === value,
  anyOf: (says, value) => (says as readonly unknown[]).some((each) => plainlyFits(each, value)),
  required: (says, value) =>
    !isRecord(value) || (says as readonly string[]).every((name) => Object.hasOwn(value, name)),
  properties: (says, value) =>
    !isRecord(value) ||
    Object.entries(says as Schema).every(
      ([name, each]) => !Object.hasOwn(value, name) || plainlyFits(each, value[name]),
    ),
  additionalProperties: (says, value, { properties = {} }) =>
    !isRecord(value) ||
    (says === false && Object.keys(value).every((name) => Object.hasOwn(properties as object, name))),
  items: (says, value) => !Array.isArray(value) || value.every((each) => plainlyFits(says, each)),
  minLength: sized(atLeast),
  maxLength: sized(atMost),
  minItems: counted(atLeast),
  maxItems: counted(atMost),
  minimum: compared(atLeast),
  maximum: compared(atMost),
  exclusiveMinimum: compared((a, b) => a > b),
  exclusiveMaximum: compared((a, b) => a < b),
};

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
