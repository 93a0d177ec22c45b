/** Prefix searched for a charset declaration. */
const SNIFFED_BYTES = 1_024;
const BYTE_ORDER_MARKS: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/**
 * Decodes a body to text: by its byte order mark, the `charset` of its type, or its own declaration (`<?xml encoding>`,
 * `<meta charset>`); otherwise as UTF-8, or windows-1252 if it is invalid UTF-8. It may end within a character.
 */
export function bodyText(body: Uint8Array, contentType: string | undefined): string {
  const label = markOf(body) ?? charsetIn(contentType) ?? (isWide(body) || declaredCharset(body));
  return decoded(body, label) ?? decoded(body, 'utf-8') ?? decoded(body, 'windows-1252') ?? '';
}

function decoded(body: Uint8Array, label: string | false | undefined): string | undefined {
  if (label === undefined || label === false) return undefined;
  try {
    // Strict if there is a fallback: a body in another charset is not valid UTF-8.
    return new TextDecoder(label, { fatal: label === 'utf-8' }).decode(body, { stream: true });
  } catch {
    return undefined;
  }
}

const markOf = (body: Uint8Array): string | undefined =>
  BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, index) => body[index] === byte))?.[0];

/** JSON in UTF-16 without a mark: every second byte at its beginning is zero. */
function isWide(body: Uint8Array): string | false {
  const [first = 1, second = 1, third = 1, fourth = 1] = body;
  if (first === 0 && third === 0 && second !== 0) return 'utf-16be';
  return second === 0 && fourth === 0 && first !== 0 && 'utf-16le';
}

const charsetIn = (text: string | undefined): string | undefined =>
  /\bcharset\s*=\s*(?:["']\s*)?([\w.:-]{1,40})/i.exec(text ?? '')?.[1]?.toLowerCase();

/** The charset declared in an HTML or XML document. */
export function declaredCharset(body: Uint8Array): string | undefined {
  const head = Buffer.from(body.subarray(0, SNIFFED_BYTES)).toString('latin1');
  const inXml = /^\s*<\?xml[^>]{0,200}\bencoding\s*=\s*["']([\w.:-]{1,40})/i.exec(head)?.[1];
  return (inXml ?? charsetIn(/<meta\b[^>]{0,200}>/i.exec(head)?.[0]))?.toLowerCase();
}
