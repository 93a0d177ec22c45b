import { ConversationHistory } from './conversation-history.js';

const call = { kind: 'function-call', callId: 'c', name: 'book', argumentsText: '{}' } as const;

it('takes back an answer of the agent, unless it has called functions in this turn', () => {
  const history = new ConversationHistory();
  history.begin('q1', 'user');
  history.add(call);
  history.begin('a1', 'assistant');
  history.begin('q2', 'user');
  history.begin('a2', 'assistant');
  for (const id of ['q1', 'a1', 'q2', 'a2']) history.write(id, id);
  expect([history.takeBack('a1'), history.takeBack('a2')]).toEqual([false, true]);
  expect(history.items()).toEqual([
    { kind: 'message', role: 'user', text: 'q1' },
    call,
    { kind: 'message', role: 'assistant', text: 'a1' },
    { kind: 'message', role: 'user', text: 'q2' },
  ]);
});
