import { parseServerMessage } from './parse-server-message.js';

const parse = (message: unknown) => parseServerMessage(JSON.stringify(message));

describe('parseServerMessage', () => {
  it.each([
    ['response.output_audio.delta', 'general'],
    ['response.audio.delta', 'beta'],
  ])('reads audio as %s names it in the %s dialect', (type) => {
    expect(parse({ type, response_id: 'r', item_id: 'i', delta: 'AAA=' })).toEqual({
      kind: 'event',
      event: { kind: 'audio', responseId: 'r', itemId: 'i', base64: 'AAA=' },
    });
  });

  it('tells the dialect by the first message', () => {
    const general = parse({ type: 'session.created', session: { type: 'realtime', audio: {} } });
    const beta = parse({ type: 'session.created', session: { modalities: ['audio'], voice: 'alloy' } });
    expect(general).toEqual({ kind: 'event', event: { kind: 'session-created', dialect: 'ga' } });
    expect(beta).toEqual({ kind: 'event', event: { kind: 'session-created', dialect: 'beta' } });
  });

  it('reads a function call when it is complete', () => {
    const item = { id: 'i', type: 'function_call', call_id: 'c', name: 'weather', arguments: '{}' };
    expect(parse({ type: 'response.output_item.done', response_id: 'r', item })).toEqual({
      kind: 'event',
      event: { kind: 'function-call', responseId: 'r', callId: 'c', name: 'weather', argumentsText: '{}' },
    });
  });

  it('ignores messages that it has no use for', () => {
    expect(parse({ type: 'rate_limits.updated', rate_limits: [] })).toEqual({ kind: 'ignored' });
    expect(parse({ type: 'toString' })).toEqual({ kind: 'ignored' });
  });

  it.each([
    ['no JSON', 'once upon a time'],
    ['no object', '[]'],
    ['no type', '{}'],
    ['a type that is no text', '{"type": null}'],
    ['audio that is no text', '{"type":"response.audio.delta","response_id":"r","item_id":"i","delta":42}'],
    ['a deep nest', '['.repeat(5_000)],
  ])('calls %s malformed', (_what, text) => {
    expect(parseServerMessage(text)).toEqual({ kind: 'malformed' });
  });
});
