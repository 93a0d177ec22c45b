import { described, nameIn, nearestTemplate } from '../../studio/src/agents/nearest-template.js';
import { documentOf } from '../../studio/src/agents/suggested-document.js';
import { TEMPLATES } from '../../studio/src/agents/templates.js';

describe('a template', () => {
  it.each(TEMPLATES.map((template) => [template.id, template.document]))(
    '%s knows the time of the call',
    (_id, { prompt }) => {
      expect(prompt).toContain('{{now}}');
    },
  );
});

describe('a sentence about an agent', () => {
  it.each([
    ['The reception of my dental practice Bright Smile', 'dentist', 'Bright Smile'],
    ['I need someone to take table reservations for Café Luna.', 'restaurant', 'Café Luna'],
    ['Helps customers with problems of our software', 'support', ''],
    ['ask our guests for feedback', 'survey', ''],
    ['It answers for the salon “Hair & there”', undefined, 'Hair & there'],
    ['', undefined, ''],
  ])('%j chooses a template, and has a name', (sentence, template, name) => {
    expect([nearestTemplate(sentence)?.id, nameIn(sentence)]).toEqual([template, name]);
  });

  it('fills in the name, and stays in the instructions as it is', () => {
    const [dentist] = TEMPLATES.filter(({ id }) => id === 'dentist');
    const { greeting, prompt } = described(dentist!, 'My practice, Bright Smile {{call.x}}').document;
    expect(greeting).toBe('Good day, you have reached Bright Smile. What can I do for you?');
    expect(prompt).toMatch(/^What its owner says about it: My practice, Bright Smile \{ \{call\.x\}\}\n\n/);
    expect(prompt).toContain('{{now}}');
  });
});

describe('a suggestion', () => {
  it('becomes a document with its facts where the editor finds them, and the time of the call', () => {
    const { prompt, timeZone, languageCode } = documentOf({
      ...{
        name: 'Reception',
        languageCode: null,
        greeting: 'Hello.',
        instructions: 'You are the reception.',
      },
      ...{
        address: '12 Market Street',
        hours: [[{ from: '08:00', until: '17:00' }], [], [], [], [], [], []],
      },
      ...{ closed: '', knowledge: [], tests: [], provider: 'p', model: 'm' },
    });
    expect(prompt).toContain('{{now}}');
    expect(prompt).toMatch(
      /# About the business\nAddress: 12 Market Street\nMonday: 08:00-17:00\nTuesday: closed/,
    );
    expect([timeZone, languageCode]).toEqual([expect.stringMatching(/./), 'en-GB']);
  });
});
