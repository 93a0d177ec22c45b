import { groupedQuestions } from './grouped-questions.js';

const asked = (question: string, times: number, agentId = 'agent') => ({
  ...{ agentId, question, times },
  conversationId: `conv-${question}`,
});
const towards = (...numbers: number[]) => Float32Array.from(numbers);

describe('groupedQuestions', () => {
  const questions = [
    asked('can I pay in instalments', 5),
    asked('do you visit people at home', 4),
    asked('is there a payment plan', 3),
  ];

  it('adds up questions of one meaning, the most frequent first', () => {
    const vectors = [towards(1, 0), towards(0, 1), towards(0.8, 0.6)];
    expect(groupedQuestions(questions, vectors)).toEqual([
      { ...asked('can I pay in instalments', 8), examples: ['is there a payment plan'] },
      { ...asked('do you visit people at home', 4), examples: [] },
    ]);
  });

  it('keeps the questions of different agents apart', () => {
    const [first, second] = [asked('can I pay later', 1, 'a'), asked('can I pay later', 1, 'b')];
    expect(groupedQuestions([first, second], [towards(1), towards(1)])).toHaveLength(2);
  });

  it('groups nothing without vectors', () => {
    expect(groupedQuestions(questions, undefined).map(({ times }) => times)).toEqual([5, 4, 3]);
  });
});
