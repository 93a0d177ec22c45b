import { variableProblemsOf } from './variable-problems.js';

const problems = (greeting: string) => variableProblemsOf({ schemaVersion: 1, greeting }, new Set());

it('rejects a document with too many placeholders and reports the count', () => {
  expect(problems('{{now}}'.repeat(500))).toEqual([]);
  expect(problems('{{now}}'.repeat(501))).toEqual([
    '/ has 501 places for values ({{…}}), and must have 500 at most',
  ]);
});

describe('placeholder syntax of other platforms', () => {
  it.each([
    ['Hello {{first-name}}!', '{{call.first_name | there}}'],
    ['Hello {{ first name }}!', '{{call.first_name | there}}'],
    ['Hello {{prénom}}!', '{{call.prenom | there}}'],
    ['{{ 顧客名 }}さん', '{{call.name | there}}'],
    ['Hello {{ name | default: "friend" }}!', '{{call.name | friend}}'],
    ["Hi {{call.name | default('dear caller')}}.", '{{call.name | dear caller}}'],
    ['Hi {{ call.name | upcase }}.', '{{call.name | there}}'],
    ['Hi {{ user.first | capitalize | default: "you" }}.', '{{call.user_first | you}}'],
    ['{{{caller}}}', '{{call.caller | there}}'],
    ['{{config.opening-hours}}', '{{config.opening_hours | there}}'],
    ['You call from {{customer-number}}.', '{{caller}}'],
    ['It is {{ current date }}.', '{{now}}'],
    ['Hello {name}!', '{{call.name | there}}'],
    ['Hello ${firstName}!', '{{call.firstName | there}}'],
    ['Hello %{name}, #{ref}.', '{{call.ref | there}}'],
    ['Hello {First Name}!', '{{call.First_Name | there}}'],
  ])('is rejected in a greeting with the correct form: %j', (greeting, rightForm) => {
    const found = problems(greeting);
    expect(found.at(-1)).toMatch(/^\/greeting has .+, which is no place for a value here: write it like /);
    expect(found.at(-1)?.endsWith(rightForm)).toBe(true);
    expect(problems(rightForm.startsWith('{{config') ? '{{call.x | y}}' : rightForm)).toEqual([]);
  });

  it.each([
    '{{#if vip}}Hello{{/if}}',
    '{% if vip %}Hello{% endif %}',
    '{{> footer}}',
    '{{^x}}',
    '<%= name %>',
    '{%- for a in b -%}',
  ])('is rejected in a condition: %j', (greeting) => {
    expect(problems(greeting)[0]).toMatch(/conditions are not possible: .*like \{\{call\.name \| there\}\}$/);
  });

  it('is rejected by path wherever text is spoken, sent or read by the model', () => {
    const tool = {
      name: 'look_up',
      description: 'Looks up.',
      http: { method: 'POST' as const, url: 'https://a.example/{{user-id}}', body: { a: ['{{ b c }}'] } },
    };
    const document = {
      schemaVersion: 1 as const,
      prompt: 'Greet ${name} and {{first-name}}.',
      fallbackReply: 'Pardon, {name}?',
      intents: [{ name: 'a', examples: ['b'], reply: '{{x y}}' }],
      carryOn: { message: 'Sorry, {name}.' },
      transfer: {
        destinations: [{ name: 'desk', to: { number: '+441632960001' }, warm: { briefing: '{{a-b}}' } }],
      },
      tools: [tool],
    };
    expect(variableProblemsOf(document, new Set()).map((problem) => problem.split(' ', 1)[0])).toEqual([
      '/prompt',
      '/prompt',
      '/fallbackReply',
      '/intents/0/reply',
      '/carryOn/message',
      '/transfer/destinations/0/warm/briefing',
      '/tools/0/http/url',
      '/tools/0/http/body',
    ]);
  });

  it('accepts text that merely resembles a placeholder', () => {
    const prompt =
      'Say "Thank you, {name}" with the name. Answer as {"name": "Ada"}, {{"a": 1}} or { }. In code: `${name}`. It costs $5 {about}.';
    const body = { template: '{name} ${name}', json: '{"a": {"b": 1}}' };
    const http = { method: 'POST' as const, url: 'https://a.example/{id}', body };
    const tools = [{ name: 'look_up', description: 'Looks up.', http }];
    const greeting = 'Hello {{call.name | my friend: you}} and {{call.first | date}}. Smile :-} {!}';
    expect(variableProblemsOf({ schemaVersion: 1, greeting, prompt, tools }, new Set())).toEqual([]);
  });

  it('suggests the call.* form for an unknown variable name', () => {
    expect(problems('Hello {{first_name}}.')).toEqual([
      '/greeting names {{first_name}}, which no call has: what a call brings along is like {{call.first_name | there}}',
    ]);
    expect(problems('Hello {{call.name}}.')[0]).toMatch(
      /give it a default, like \{\{call\.name \| there\}\}$/,
    );
  });
});
