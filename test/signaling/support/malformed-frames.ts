import fc from 'fast-check';

/** Well-formed but without audio: a mutation that leaves the rest valid must not make a call. */
const SDP_WITHOUT_AUDIO = 'v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\ns=-\r\nt=0 0\r\n';

/** Close codes for protocol violations (RFC 6455, 7.4.1). */
export const WRONG_BYTES = [1002, 1003, 1007, 1009];

/** Valid errors for an invalid frame or an unknown target. */
export const KNOWN_REFUSALS = ['INVALID_MESSAGE', 'INVALID_ARGUMENT', 'UNAUTHORIZED', 'FORBIDDEN'];

/**
 * Frames no server should act on, reproducible by seed: mutated offers, other JSON, noise, binary, deep nesting, NUL.
 */
export function malformedFrames(count: number, token: string, seed: number): (string | Buffer)[] {
  const valid = {
    type: 'offer',
    sessionId: 'sess_x',
    data: { type: 'offer', sdp: SDP_WITHOUT_AUDIO },
    authToken: token,
  };
  const mutated = fc
    .tuple(fc.constantFrom(...Object.keys(valid)), fc.jsonValue({ maxDepth: 3 }))
    .map(([field, value]) => JSON.stringify({ ...valid, [field]: value }));
  const kinds: fc.Arbitrary<string | Buffer>[] = [
    mutated,
    fc.json(),
    fc.string({ unit: 'binary' }),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  ];
  const samples = kinds.flatMap((kind) =>
    fc.sample(kind, { numRuns: Math.ceil(count / kinds.length), seed }),
  );
  return [
    '['.repeat(5_000) + ']'.repeat(5_000),
    '{"type":"offer","sessionId":"\\u0000","data":{"type":"offer","sdp":"\\u0000"}}',
    ...samples,
  ].slice(0, count);
}

/** Below a socket's queue limit. */
const BATCH = 100;

/** Sends the frames in batches a server accepts, waiting for each. */
export async function inBatches<T>(
  items: readonly T[],
  send: (item: T) => void,
  dealtWith: (sent: number) => Promise<void>,
): Promise<void> {
  for (let sent = 0; sent < items.length; sent += BATCH) {
    items.slice(sent, sent + BATCH).forEach(send);
    await dealtWith(Math.min(sent + BATCH, items.length));
  }
}
