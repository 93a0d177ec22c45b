import { readAnswer } from './analysis-answer.js';

const turnIds = ['turn_a', 'turn_b', 'turn_c'];
const request = {
  summary: true,
  fields: { type: 'object', properties: { guests: { type: 'integer' } }, required: ['guests'] },
  success: 'A table was booked.',
};
const answer = {
  summary: 'A table for two.',
  summaryTurns: [1, 3, 3],
  fields: { guests: 2 },
  fieldTurns: { guests: [2] },
  success: true,
  successReason: 'It was confirmed.',
  successTurns: [3, 17, 'x'],
};

describe('readAnswer', () => {
  it('reads the requested fields and their turns, also from a code fence', () => {
    const text = `Here you are:\n\`\`\`json\n${JSON.stringify(answer)}\n\`\`\``;
    expect(readAnswer(request, text, turnIds)).toEqual({
      kind: 'findings',
      findings: {
        summary: { text: 'A table for two.', turns: ['turn_a', 'turn_c'] },
        fields: { values: { guests: 2 }, turns: { guests: ['turn_b'] } },
        success: { met: true, reason: 'It was confirmed.', turns: ['turn_c'] },
      },
    });
  });

  it('drops fields that were not requested', () => {
    expect(readAnswer({ summary: true }, JSON.stringify(answer), turnIds)).toEqual({
      kind: 'findings',
      findings: { summary: { text: 'A table for two.', turns: ['turn_a', 'turn_c'] } },
    });
  });

  it.each([
    ['no JSON', 'Sorry.', 'ANSWER_UNREADABLE'],
    ['a member of another type', JSON.stringify({ ...answer, success: 'yes' }), 'ANSWER_UNREADABLE'],
    ['a member too few', JSON.stringify({ ...answer, summary: undefined }), 'ANSWER_DOES_NOT_FIT'],
    [
      'fields that break the schema',
      JSON.stringify({ ...answer, fields: { guests: 'two' } }),
      'ANSWER_DOES_NOT_FIT',
    ],
  ])('rejects %s', (_what, text, code) => {
    expect(readAnswer(request, text, turnIds)).toEqual({ kind: 'unreadable', code });
  });
});
