import { parseLiveMessage } from './parse-live-message.js';

const audio = (mimeType: string) => ({ modelTurn: { parts: [{ inlineData: { mimeType, data: 'AAA=' } }] } });

describe('parseLiveMessage', () => {
  it('drops what comes along with an interruption, and keeps the words of the caller', () => {
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
  ])('takes %s for speech of the right rate: %i', (mimeType, count) => {
    expect(parseLiveMessage({ serverContent: audio(mimeType) })).toHaveLength(count);
  });

  it('takes a handle only from a session that can be resumed', () => {
    const update = (resumable: boolean) => ({ sessionResumptionUpdate: { newHandle: 'h', resumable } });
    expect(parseLiveMessage(update(true))).toEqual([{ kind: 'resumable', handle: 'h' }]);
    expect(parseLiveMessage(update(false))).toEqual([]);
  });

  it.each([
    { serverContent: 'gone' },
    { serverContent: { modelTurn: { parts: [{ inlineData: { data: 42 } }] } } },
    { toolCall: { functionCalls: [{ name: 'without_id' }] } },
    { toolCall: { functionCalls: Array.from({ length: 33 }, () => ({ id: '1', name: 'x' })) } },
  ])('refuses what does not have the shape of the protocol: %j', (message) => {
    expect(parseLiveMessage(message)).toBeUndefined();
  });

  it('lets messages pass that are of no interest', () => {
    expect(parseLiveMessage({ usageMetadata: { totalTokenCount: 1 }, goAway: { timeLeft: '10s' } })).toEqual(
      [],
    );
  });
});
