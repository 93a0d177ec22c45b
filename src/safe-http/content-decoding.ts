import { PassThrough, pipeline, type Transform } from 'node:stream';
import zlib from 'node:zlib';

/** Limit of nested encodings; services do not send more. */
const MAX_CODINGS = 3;

/**
 * Decoders of a body by its `Content-Encoding` (RFC 9110, 8.4), in the order of application; undefined if one of them
 * is unknown. A truncated body is decoded as far as possible.
 * @param head The beginning of the body, if available.
 */
export function contentDecoders(
  header: string | readonly string[] | undefined,
  head?: Buffer,
): Transform[] | undefined {
  const codings = [header ?? []]
    .flat()
    .join(',')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity')
    .reverse();
  if (codings.length > MAX_CODINGS) return undefined;
  const decoders = codings.map((coding, index) => decoderOf(coding, index === 0 ? head : undefined));
  return decoders.every((decoder) => decoder !== undefined) ? decoders : undefined;
}

function decoderOf(coding: string, head: Buffer | undefined): Transform | undefined {
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH, ZSTD_e_flush } = zlib.constants;
  const cut = { finishFlush: Z_SYNC_FLUSH };
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip(cut);
    case 'deflate':
      return head && !hasZlibHead(head) ? zlib.createInflateRaw(cut) : zlib.createInflate(cut);
    case 'br':
      return zlib.createBrotliDecompress({ finishFlush: BROTLI_OPERATION_FLUSH });
    case 'zstd':
      return zlib.createZstdDecompress({ finishFlush: ZSTD_e_flush });
    default:
      return undefined;
  }
}

/** Some services omit zlib's header in `deflate` (RFC 1950, 2.2). */
const hasZlibHead = ([first = 0, second = 0]: Buffer): boolean =>
  (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;

/** Larger than this, and expanded by more than this factor, is an attack. */
const ALLOWED_BYTES = 1_048_576;
const ALLOWED_GROWTH = 100;

/**
 * Decodes a body; a truncated one as far as possible.
 * @param maxBytes Larger content is `too-large`.
 * @returns `unknown` encoding, `broken` content, or `too-large`, as a decompression bomb is.
 */
export async function decodedContent(
  body: Buffer,
  header: string | readonly string[] | undefined,
  maxBytes = Infinity,
): Promise<Buffer | 'unknown' | 'broken' | 'too-large'> {
  const decoders = contentDecoders(header, body);
  if (!decoders) return 'unknown';
  if (decoders.length === 0 || body.length === 0) return body;
  const input = new PassThrough();
  // Errors surface at the last stream.
  const output = pipeline([input, ...decoders], () => undefined) as Transform;
  input.end(body);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of output as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > Math.min(maxBytes, Math.max(ALLOWED_BYTES, ALLOWED_GROWTH * body.length)))
        return 'too-large';
      chunks.push(chunk);
    }
  } catch {
    return 'broken';
  }
  return size > 0 ? Buffer.concat(chunks) : 'broken';
}
