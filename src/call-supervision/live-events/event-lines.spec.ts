import { CallEventStream } from './call-event-stream.js';
import { EventLines } from './event-lines.js';

const state = { kind: 'state', state: 'listening' } as const;
const ended = { kind: 'ended', reason: 'client-close' } as const;

/** The bytes of a stream with two events. */
async function written(): Promise<string> {
  const stream = new CallEventStream({ heartbeatMs: 10_000, maxBacklogBytes: 4_096 });
  stream.tell(state, 7);
  stream.hasCaughtUp();
  stream.tell(ended, 10_000_001);
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}

const told = [
  { kind: 'event', event: state, number: 7 },
  { kind: 'caught-up' },
  { kind: 'event', event: ended, number: 10_000_001 },
];

describe('EventLines', () => {
  it('parses the event stream at any chunk boundary', async () => {
    const text = await written();
    for (const size of [1, 2, 7, text.length]) {
      const lines = new EventLines();
      const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      expect(pieces.flatMap((piece) => lines.read(piece))).toEqual(told);
    }
  });

  it('rejects anything that is not an event stream', () => {
    expect(() => new EventLines().read('data: {}\n\n')).toThrow('no event');
    expect(() => new EventLines().read('<html></html>\n\n')).toThrow('no event');
    expect(() => new EventLines().read('x'.repeat(1_048_577))).toThrow('without an end');
    expect(new EventLines().read(':\n\n')).toEqual([]);
  });
});
