const MAX_CHARACTERS = 300;
/** Of what a server says of a failure. */
const MAX_BYTES = 32 * 1_024;
const MAX_DEPTH = 8;

/** Where servers say what is wrong, what tells most first: gateways wrap the words of others. */
const PLACES = [
  ...['metadata', 'raw', 'error', 'message', 'detail', 'details', 'description', 'err_msg', 'msg', 'reason'],
  'errors',
];

/** What is shaped like a key, or is one that the provider has masked itself. */
const SECRETS: readonly RegExp[] = [
  /\S*\*{3,}\S*/g,
  /\b(?:bearer|basic)\s+\S+/gi,
  /\b(?:sk|pk|rk|gsk|xai|pplx|hf|key|token)[-_][\w-]{8,}/gi,
  /\bAIza[\w-]{10,}/g,
  /\beyJ[\w-]{8,}\.[\w.-]+/g,
  /\b(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{24,}\b/g,
];

/**
 * What a provider says of a failure, in its own words: on one line, bounded, and without secrets.
 * @param said The body of its answer, as text or as JSON that was read.
 * @param secrets Keys that it was given, and may repeat.
 */
export function providerWords(
  said: unknown,
  secrets: readonly (string | undefined)[] = [],
): string | undefined {
  const text = textIn(said)
    ?.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  // A page of a proxy tells nothing.
  if (!text || /^(?:<.*|null|\{\s*\}|\[\s*\])$/s.test(text)) return undefined;
  const shown = withoutSecrets(text, secrets);
  return shown.length > MAX_CHARACTERS ? `${shown.slice(0, MAX_CHARACTERS - 1)}…` : shown;
}

/** The same of an answer over HTTP, whose status is told as well. */
export const wordsWithStatus = (status: number, ...said: Parameters<typeof providerWords>): string => {
  const words = providerWords(...said);
  return words === undefined ? `HTTP ${status}` : `HTTP ${status}: ${words}`;
};

/** The body of an answer that tells of a failure, as far as it is worth reading. Never rejects. */
export async function failureText(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= MAX_BYTES) break;
    }
  } catch {
    // What came before it broke is what there is.
  }
  return Buffer.concat(chunks).subarray(0, MAX_BYTES).toString('utf8');
}

function textIn(value: unknown, depth = 0): string | undefined {
  if (depth === MAX_DEPTH) return undefined;
  if (typeof value === 'string') {
    const read = /^\s*[[{]/.test(value) ? textIn(parsed(value), depth + 1) : undefined;
    return read ?? (value.trim() === '' ? undefined : value.slice(0, MAX_BYTES));
  }
  if (Array.isArray(value)) return textIn(value[0], depth + 1);
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = value as Readonly<Record<string, unknown>>;
  for (const name of PLACES) {
    const text = textIn(fields[name], depth + 1);
    // Which field of a request it is about.
    if (text !== undefined)
      return Array.isArray(fields['loc']) ? `${fields['loc'].join('.')}: ${text}` : text;
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function withoutSecrets(text: string, secrets: readonly (string | undefined)[]): string {
  let shown = text;
  for (const secret of secrets) if (secret) shown = shown.replaceAll(secret, '…');
  for (const pattern of SECRETS) shown = shown.replace(pattern, '…');
  return shown;
}
