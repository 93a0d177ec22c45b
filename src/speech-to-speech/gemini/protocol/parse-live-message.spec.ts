import { parseLiveMessage } from './parse-live-message.js';

const audio = (mimeType: string) => ({ modelTurn: { parts: [{ inlineData: { mimeType, data: 'AAA=' } }] } });

describe('parseLiveMessage', () => {
  it("drops output sent with an interruption and keeps the caller's words", () => {
    const serverContent = {
      ...audio('audio/pcm;rate=24000'),
      interrupted: true,
      inputTranscription: { text: 'stop' },
      outputTranscription: { text: 'and so on' },
      turnComplete: true,
    };
    expect(parseLiveMessage({ serverContent })).toEqual([
      { kind: 'interrupted' },
      { kind: 'caller-words', delta: 'stop' },
      { kind: 'turn-complete' },
    ]);
  });

  it.each([
    ['audio/pcm;rate=24000', 1],
    ['audio/pcm', 1],
    ['audio/pcm;rate=16000', 0],
    ['image/png', 0],
  ])('accepts %s as speech at the right rate: %i', (mimeType, count) => {
    expect(parseLiveMessage({ serverContent: audio(mimeType) })).toHaveLength(count);
  });

  it('accepts a resumption handle only from a resumable session', () => {
    const update = (resumable: boolean) => ({ sessionResumptionUpdate: { newHandle: 'h', resumable } });
    expect(parseLiveMessage(update(true))).toEqual([{ kind: 'resumable', handle: 'h' }]);
    expect(parseLiveMessage(update(false))).toEqual([]);
  });

  it.each([[null], [7], ['serverContent'], [[]]])('rejects a non-message: %j', (message) => {
    expect(parseLiveMessage(message)).toBeUndefined();
  });

  it('uses the valid parts of a malformed message', () => {
    const words = { outputTranscription: { text: 'Hello.' } };
    const said = [{ kind: 'agent-words', delta: 'Hello.' }];
    for (const odd of [
      { modelTurn: null },
      { modelTurn: { parts: null } },
      { modelTurn: { parts: [null, { inlineData: { data: 42 } }, { text: 'thoughts' }] } },
      { turnComplete: null, interrupted: 'no', inputTranscription: null },
    ])
      expect(parseLiveMessage({ serverContent: { ...words, ...odd }, toolCall: null })).toEqual(said);
    expect(parseLiveMessage({ serverContent: 'gone' })).toEqual([]);
  });

  it('calls named functions with the given arguments', () => {
    const functionCalls = [{ name: 'without_id' }, null, { id: 'x' }, { id: '1', name: 'b', args: { n: 1 } }];
    expect(parseLiveMessage({ toolCall: { functionCalls } })).toEqual([
      {
        kind: 'function-calls',
        calls: [
          { id: 'without_id_0', name: 'without_id', argumentsText: '{}' },
          { id: '1', name: 'b', argumentsText: '{"n":1}' },
        ],
      },
    ]);
    const many = Array.from({ length: 33 }, (_, id) => ({ id: `${id}`, name: 'x' }));
    expect(parseLiveMessage({ toolCall: { functionCalls: many } })).toMatchObject([
      { calls: Array.from({ length: 32 }, () => ({ name: 'x' })) },
    ]);
  });

  it('ignores irrelevant messages', () => {
    expect(parseLiveMessage({ usageMetadata: { totalTokenCount: 1 }, goAway: { timeLeft: '10s' } })).toEqual(
      [],
    );
  });
});
