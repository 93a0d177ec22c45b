import { AgentUtterance } from './agent-utterance.js';
import type { AssistantMessage } from './chat-history.js';

const heard = (partId: string, heardMs: number, spokenMs: number) =>
  [partId, { partId, heardMs, spokenMs }] as const;

describe('an interrupted utterance', () => {
  it('keeps a sentence whole that another one followed, and cuts that one', () => {
    const utterance = new AgentUtterance('reply');
    const message: AssistantMessage = { role: 'assistant', content: '' };
    const first = utterance.begin('Hello, this is the harbour.', message);
    const second = utterance.begin('You can ask for our opening hours.', message);
    // The length of the first is an estimate, longer than what was heard of it.
    const { text } = utterance.cutOff(
      new Map([heard(first, 1_400, 1_400), heard(second, 1_000, 2_000)]),
      () => 2_000,
    );
    expect(text).toBe('Hello, this is the harbour. You can ask for');
    expect(message.content).toBe(text);
  });

  it('drops a sentence that was not heard', () => {
    const utterance = new AgentUtterance('reply');
    const message: AssistantMessage = { role: 'assistant', content: '' };
    const first = utterance.begin('One moment.', message);
    utterance.begin('I am looking.', message);
    expect(utterance.cutOff(new Map([heard(first, 900, 900)]), () => 900).text).toBe('One moment.');
  });
});
