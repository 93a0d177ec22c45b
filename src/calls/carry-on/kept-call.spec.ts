import { type KeptCall, keptText, parseKept, withLeftTools } from './kept-call.js';

const call: KeptCall = {
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
    const kept = {
      ...call,
      entries: [said('Hello'), { kind: 'tool', callId: 'c1', name: 'book', arguments: '{}' } as const],
    };
    expect(parseKept(keptText(kept, 65_536))).toMatchObject(kept);
  });

  it('stays within its size limit and keeps the latest turns', () => {
    const entries = Array.from({ length: 1_000 }, (_, number) =>
      said(`These are the words of turn ${number}. ÄÖÜ`),
    );
    const text = keptText({ ...call, entries }, 4_096);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4_096);
    const kept = parseKept(text)?.entries ?? [];
    expect(kept.length).toBeGreaterThan(30);
    expect(kept.at(-1)).toEqual(entries.at(-1));
  });

  it('is ignored when a later release wrote it', () => {
    expect(parseKept(keptText(call, 4_096).replace('"format":1', '"format":2'))).toBeUndefined();
    expect(parseKept(undefined)).toBeUndefined();
  });

  it('gains tool calls made after it was written, once each and without results', () => {
    const done = { kind: 'tool', callId: 'c1', name: 'book', arguments: '{}', answer: 'booked' } as const;
    const kept = { ...call, entries: [said('Book a table.'), done] };
    const left = ['c1', 'c2'].map((callId) => ({ callId, name: 'book', argumentsText: '{"item":"chair"}' }));
    expect(withLeftTools(kept, left).entries).toEqual([
      ...kept.entries,
      { kind: 'tool', callId: 'c2', name: 'book', arguments: '{"item":"chair"}' },
    ]);
    expect(withLeftTools(kept, [])).toBe(kept);
  });
});
