import { ServerMessages } from './server-messages.js';

const parse = (message: unknown, messages = new ServerMessages()) => messages.read(JSON.stringify(message));

describe('Realtime server messages', () => {
  it.each([
    ['response.output_audio.delta', 'general'],
    ['response.audio.delta', 'beta'],
  ])('parses audio named %s in the %s dialect', (type) => {
    expect(parse({ type, response_id: 'r', item_id: 'i', delta: 'AAA=' })).toEqual({
      kind: 'event',
      event: { kind: 'audio', responseId: 'r', itemId: 'i', base64: 'AAA=' },
    });
  });

  it('detects the dialect from the first message', () => {
    const general = parse({ type: 'session.created', session: { type: 'realtime', audio: {} } });
    const beta = parse({ type: 'session.created', session: { modalities: ['audio'], voice: 'alloy' } });
    expect(general).toEqual({ kind: 'event', event: { kind: 'session-created', dialect: 'ga' } });
    expect(beta).toEqual({ kind: 'event', event: { kind: 'session-created', dialect: 'beta' } });
  });

  it('parses a function call when complete', () => {
    const item = { id: 'i', type: 'function_call', call_id: 'c', name: 'weather', arguments: '{}' };
    expect(parse({ type: 'response.output_item.done', response_id: 'r', item })).toEqual({
      kind: 'event',
      event: { kind: 'function-call', responseId: 'r', callId: 'c', name: 'weather', argumentsText: '{}' },
    });
  });

  it('ignores unused messages', () => {
    expect(parse({ type: 'rate_limits.updated', rate_limits: [] })).toEqual({
      kind: 'ignored',
      type: 'rate_limits.updated',
    });
    expect(parse({ type: 'toString' })).toEqual({ kind: 'ignored', type: 'toString' });
  });

  it('assigns messages without ids to the latest answer and item', () => {
    const messages = new ServerMessages();
    const read = (message: object) => parse(message, messages);
    read({ type: 'response.created', response: { id: 'r1' } });
    read({ type: 'response.output_item.added', item: { id: 'i1', type: 'message' }, response_id: null });
    const place = { responseId: 'r1', itemId: 'i1' };
    expect([
      read({ type: 'response.audio.delta', delta: 'AAA=' }),
      read({ type: 'response.audio_transcript.delta', delta: 'Hi', item_id: 7, content_index: null }),
      read({ type: 'response.done', response: null }),
    ]).toMatchObject([
      { event: { kind: 'audio', ...place } },
      { event: { kind: 'agent-transcript-delta', ...place, delta: 'Hi' } },
      { event: { kind: 'response-done', responseId: 'r1', status: 'completed' } },
    ]);
  });

  it('parses function calls with arguments in any form', () => {
    const call = (item: object) =>
      parse({ type: 'response.output_item.done', item: { type: 'function_call', name: 'f', ...item } });
    expect([call({ id: 'i', arguments: { n: 1 } }), call({ call_id: 'c', arguments: null })]).toMatchObject([
      { event: { callId: 'i', argumentsText: '{"n":1}' } },
      { event: { callId: 'c', argumentsText: '' } },
    ]);
    expect(call({ name: null })).toMatchObject({ kind: 'ignored' });
  });

  it.each([
    ['no JSON', 'once upon a time'],
    ['no object', '[]'],
    ['no type', '{}'],
    ['a type that is no text', '{"type": null}'],
    ['audio that is no text', '{"type":"response.audio.delta","response_id":"r","item_id":"i","delta":42}'],
    ['a deep nest', '['.repeat(5_000)],
  ])('reports %s as malformed', (_what, text) => {
    expect(new ServerMessages().read(text)).toEqual({ kind: 'malformed' });
  });
});
