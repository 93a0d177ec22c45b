/** Values of `{{call.NAME}}` from a token or from the request that started the call. */
export type GivenValues = Readonly<Record<string, string | number | boolean>>;

const MAX_GIVEN_VALUES = 50;
/** The maximum length that documents use. */
const MAX_GIVEN_TEXT = 500;

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/;

/** JSON Schema of these values, for agent documents. */
export const GIVEN_VALUES_SCHEMA = {
  type: 'object',
  propertyNames: { pattern: NAME.source },
  maxProperties: MAX_GIVEN_VALUES,
  additionalProperties: { type: ['string', 'number', 'boolean'] },
} as const;

/** The problem with values from outside, as the rest of a sentence about `field`; undefined if they are valid. */
export function givenValuesProblem(values: unknown): string | undefined {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return 'must be an object';
  const entries = Object.entries(values);
  if (entries.length > MAX_GIVEN_VALUES) return `must have at most ${MAX_GIVEN_VALUES} values`;
  if (!entries.every(([name]) => NAME.test(name))) {
    return 'must have names of letters, digits and _, up to 100 characters, that do not begin with a digit';
  }
  const wrong = entries.find(([, value]) => !isGivenValue(value));
  return (
    wrong && `.${wrong[0]} must be true, false, a number or a text of up to ${MAX_GIVEN_TEXT} characters`
  );
}

const isGivenValue = (value: unknown): boolean =>
  typeof value === 'boolean' ||
  (typeof value === 'number' && Number.isFinite(value)) ||
  (typeof value === 'string' && value.length <= MAX_GIVEN_TEXT);
