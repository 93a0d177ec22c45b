import { variableProblemsOf } from './variable-problems.js';

const problems = (greeting: string) => variableProblemsOf({ schemaVersion: 1, greeting }, new Set());

it('refuses a document with more places than are filled quickly, and says how many it has', () => {
  expect(problems('{{now}}'.repeat(500))).toEqual([]);
  expect(problems('{{now}}'.repeat(501))).toEqual([
    '/ has 501 places for values ({{…}}), and must have 500 at most',
  ]);
});
