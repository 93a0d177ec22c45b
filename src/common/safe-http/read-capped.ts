import type { Readable } from 'node:stream';

/** Reads at most `maxBytes` of a stream; what comes after is not waited for, the stream is destroyed. */
export async function readCapped(
  stream: Readable,
  maxBytes: number,
): Promise<{ readonly body: Buffer; readonly truncated: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    // Leaving the loop destroys the stream and with it the connection.
    if (size > maxBytes) return { body: Buffer.concat(chunks).subarray(0, maxBytes), truncated: true };
  }
  return { body: Buffer.concat(chunks), truncated: false };
}
