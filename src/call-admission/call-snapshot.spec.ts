import { type CallSnapshot, serializeSnapshot, parseSnapshot, withOrphanedTools } from './call-snapshot.js';

const call: CallSnapshot = {
  tokenHash: 'aGFzaA==',
  target: 'live',
  mode: 'traditional',
  version: 'v1',
  variables: { name: 'Ada' },
  features: ['transcript'],
  handOvers: 0,
  entries: [],
};

const said = (text: string) => ({ kind: 'said', speaker: 'caller', text }) as const;

describe('call snapshot', () => {
  it('survives a round trip', () => {
    const snapshot = {
      ...call,
      entries: [said('Hello'), { kind: 'tool', callId: 'c1', name: 'book', arguments: '{}' } as const],
    };
    expect(parseSnapshot(serializeSnapshot(snapshot, 65_536))).toMatchObject(snapshot);
  });

  it('stays within its size limit and keeps the latest turns', () => {
    const entries = Array.from({ length: 1_000 }, (_, number) =>
      said(`These are the words of turn ${number}. ÄÖÜ`),
    );
    const text = serializeSnapshot({ ...call, entries }, 4_096);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4_096);
    const snapshot = parseSnapshot(text)?.entries ?? [];
    expect(snapshot.length).toBeGreaterThan(30);
    expect(snapshot.at(-1)).toEqual(entries.at(-1));
  });

  it('is ignored when a later release wrote it', () => {
    expect(parseSnapshot(serializeSnapshot(call, 4_096).replace('"format":1', '"format":2'))).toBeUndefined();
    expect(parseSnapshot(undefined)).toBeUndefined();
  });

  it('gains tool calls made after it was written, once each and without results', () => {
    const done = { kind: 'tool', callId: 'c1', name: 'book', arguments: '{}', answer: 'booked' } as const;
    const snapshot = { ...call, entries: [said('Book a table.'), done] };
    const left = ['c1', 'c2'].map((callId) => ({ callId, name: 'book', argumentsText: '{"item":"chair"}' }));
    expect(withOrphanedTools(snapshot, left).entries).toEqual([
      ...snapshot.entries,
      { kind: 'tool', callId: 'c2', name: 'book', arguments: '{"item":"chair"}' },
    ]);
    expect(withOrphanedTools(snapshot, [])).toBe(snapshot);
  });
});
