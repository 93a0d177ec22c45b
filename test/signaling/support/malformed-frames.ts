import fc from 'fast-check';

/** Well-formed, but without audio: a mutation that leaves the rest valid must not make a call. */
const SDP_WITHOUT_AUDIO = 'v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\ns=-\r\nt=0 0\r\n';

/** Close codes that say what was wrong with the client's bytes (RFC 6455, 7.4.1). */
export const WRONG_BYTES = [1002, 1003, 1007, 1009];

/** What a frame may be answered with that is none, or asks for what isn't there. */
export const KNOWN_REFUSALS = ['INVALID_MESSAGE', 'INVALID_ARGUMENT', 'UNAUTHORIZED', 'FORBIDDEN'];

/**
 * Frames that no server should act on, the same ones for the same seed: mutated offers, other JSON, noise, binary,
 * deep, with NUL.
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

/** Fewer than may wait in a socket's queue. */
const BATCH = 100;

/** Hands the frames over in portions that a server will take, waiting for each to be dealt with. */
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
