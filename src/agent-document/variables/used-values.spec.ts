import { unknownCall } from './call-variables.js';
import { valuesInUse } from './used-values.js';

const nowMs = () => Date.UTC(2026, 4, 4, 9, 5);
const value = (name: string, text: string | null, defaulted = false, used = true) => ({
  name,
  value: text,
  defaulted,
  used,
});

describe('variables used in a conversation', () => {
  it('lists each variable once, in order, without secrets', () => {
    const http = {
      method: 'POST',
      url: 'https://sky.example/{{config.city}}',
      headers: { authorization: '{{secret.KEY}}' },
      body: { who: '{{ call.name | nobody }}' },
    } as const;
    const agent = {
      schemaVersion: 1,
      greeting: '{{call.name | stranger}}, {{caller}}, {{now}}, {{else.where}}',
      tools: [{ name: 'look_up', description: 'Looks up.', http }],
    } as const;
    const variables = { ...unknownCall(nowMs), config: { city: 'Bern' }, call: { name: 'Ada', extra: 7 } };
    expect(valuesInUse({ ...agent, tools: [...agent.tools] }, variables)).toEqual([
      value('call.name', 'Ada'),
      value('caller', null),
      value('now', 'Monday, 4 May 2026 at 09:05'),
      value('config.city', 'Bern'),
      value('call.extra', '7', false, false),
    ]);
  });

  it('uses the default when the value is missing or blank', () => {
    const agent = { schemaVersion: 1, greeting: '{{call.a | x}} {{call.b | y}}' } as const;
    const variables = { ...unknownCall(nowMs), call: { b: ' ' } };
    expect(valuesInUse(agent, variables)).toEqual([value('call.a', 'x', true), value('call.b', 'y', true)]);
  });
});
