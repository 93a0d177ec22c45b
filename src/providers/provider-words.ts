import { parsed } from './fields.js';

const MAX_CHARACTERS = 300;
/** Searched for secrets, which takes quadratic time. */
const MAX_READ = 1_200;
/** Limit of an error response. */
const MAX_BYTES = 32 * 1_024;
const MAX_DEPTH = 8;

/** Where servers put error messages, most specific first: gateways wrap the messages of others. */
const PLACES = [
  ...['metadata', 'raw', 'error', 'message', 'detail', 'details', 'description', 'err_msg', 'msg', 'reason'],
  'errors',
];

/** Looks like a key, or a key masked by the provider. */
const SECRETS: readonly RegExp[] = [
  /\S*\*{3,}\S*/g,
  /\b(?:bearer|basic)\s+\S+/gi,
  /\b(?:sk|pk|rk|gsk|xai|pplx|hf|key|token)[-_][\w-]{8,}/gi,
  /\bAIza[\w-]{10,}/g,
  /\beyJ[\w-]{8,}\.[\w.-]+/g,
  /\b(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{24,}\b/g,
];

/**
 * A provider's error message: one line, bounded, without secrets.
 * @param said The response body, as text or parsed JSON.
 * @param secrets Keys sent to the provider, which it may repeat.
 */
export function providerWords(
  said: unknown,
  secrets: readonly (string | undefined)[] = [],
): string | undefined {
  const text = textIn(said)
    ?.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  // A proxy's HTML page says nothing.
  if (!text || /^(?:<.*|null|\{\s*\}|\[\s*\])$/s.test(text)) return undefined;
  const shown = withoutSecrets(wholeWords(text), secrets);
  if (shown === '') return undefined;
  return shown.length > MAX_CHARACTERS ? `${shown.slice(0, MAX_CHARACTERS - 1)}…` : shown;
}

/** The beginning, without a word that would be cut: part of a secret is not recognized. */
const wholeWords = (text: string): string =>
  text.length > MAX_READ ? text.slice(0, Math.max(0, text.lastIndexOf(' ', MAX_READ))) : text;

/** The same for an HTTP response, with its status. */
export const wordsWithStatus = (status: number, ...said: Parameters<typeof providerWords>): string => {
  const words = providerWords(...said);
  return words === undefined ? `HTTP ${status}` : `HTTP ${status}: ${words}`;
};

/** The useful part of an error response's body. Never rejects. */
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
    // Use what arrived before it broke off.
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
    // The field of the request it refers to.
    if (text !== undefined)
      return Array.isArray(fields['loc']) ? `${fields['loc'].join('.')}: ${text}` : text;
  }
  return undefined;
}

function withoutSecrets(text: string, secrets: readonly (string | undefined)[]): string {
  let shown = text;
  for (const secret of secrets) if (secret) shown = shown.replaceAll(secret, '…');
  for (const pattern of SECRETS) shown = shown.replace(pattern, '…');
  return shown;
}
