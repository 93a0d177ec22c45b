import { diffDocuments } from './document-diff.js';

describe('diffDocuments', () => {
  it('finds no difference between equal documents with reordered fields', () => {
    expect(diffDocuments({ a: 1, b: { c: [1, 2] } }, { b: { c: [1, 2] }, a: 1 })).toEqual([]);
  });

  it('lists each added, removed or changed field with both values', () => {
    const before = {
      greeting: 'Hi',
      prompt: 'Be kind',
      llm: { temperature: 0.2 },
      intents: [{ name: 'a' }, { name: 'b' }],
    };
    const after = { greeting: 'Hello', llm: { temperature: 0.2, modelId: 'm' }, intents: [{ name: 'a2' }] };
    expect(diffDocuments(before, after)).toEqual([
      { path: '/greeting', before: 'Hi', after: 'Hello' },
      { path: '/intents/0/name', before: 'a', after: 'a2' },
      { path: '/intents/1', before: { name: 'b' } },
      { path: '/llm/modelId', after: 'm' },
      { path: '/prompt', before: 'Be kind' },
    ]);
  });

  it('distinguishes null from an absent field and escapes the path', () => {
    expect(diffDocuments({ 'a/b~': null }, {})).toEqual([{ path: '/a~1b~0', before: null }]);
  });
});
