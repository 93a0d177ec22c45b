/** Headers that an account adds to its deliveries. */
export type ExtraHeaders = Readonly<Record<string, string>>;

const MAX_HEADERS = 20;
const MAX_NAME_LENGTH = 128;
const MAX_VALUE_LENGTH = 4_096;

/** A field name (RFC 9110, 5.1). */
const FIELD_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** A field value without control characters, and without leading or trailing blanks (RFC 9110, 5.5). */
const FIELD_VALUE = /^(?:[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)?$/;

/** Fields of the connection (RFC 9110, 7.6.1), of our message, or of its signature. */
const RESERVED_NAMES: ReadonlySet<string> = new Set([
  'connection',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const RESERVED_PREFIXES = ['content-', 'proxy-', 'webhook-', 'x-service-'];

/** The rules as far as JSON Schema can express them. */
export const EXTRA_HEADERS_SCHEMA = {
  type: 'object',
  propertyNames: { pattern: FIELD_NAME.source, maxLength: MAX_NAME_LENGTH },
  additionalProperties: { type: 'string', maxLength: MAX_VALUE_LENGTH, pattern: FIELD_VALUE.source },
  maxProperties: MAX_HEADERS,
  description:
    'Extra headers of each delivery. No name may be given twice, in whatever case, and none may be that of a header of the connection ' +
    `or of ours: ${[...RESERVED_NAMES, ...RESERVED_PREFIXES.map((prefix) => `${prefix}*`)].join(', ')}.`,
} as const;

/** The problem with extra headers, as a phrase that completes "headers …"; undefined if they are valid. */
export function problemWithHeaders(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return 'must be an object of strings';
  }
  const entries = Object.entries(value);
  if (entries.length > MAX_HEADERS) return `must not have more than ${MAX_HEADERS} entries`;
  const names = new Set(entries.map(([name]) => name.toLowerCase()));
  if (names.size < entries.length) return 'must not name a header twice';
  return entries.map(([name, content]) => problemWithHeader(name, content)).find((problem) => problem);
}

function problemWithHeader(name: string, content: unknown): string | undefined {
  if (name.length > MAX_NAME_LENGTH || !FIELD_NAME.test(name)) return 'must have valid header names';
  if (isReserved(name.toLowerCase())) return `must not set ${name.toLowerCase()}`;
  if (typeof content !== 'string') return 'must be an object of strings';
  if (content.length > MAX_VALUE_LENGTH)
    return `must not have values longer than ${MAX_VALUE_LENGTH} characters`;
  if (!FIELD_VALUE.test(content)) return 'must have valid header values, without line breaks';
  return undefined;
}

function isReserved(name: string): boolean {
  return RESERVED_NAMES.has(name) || RESERVED_PREFIXES.some((prefix) => name.startsWith(prefix));
}
