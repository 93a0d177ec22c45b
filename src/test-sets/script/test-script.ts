import { type Static, Type } from '@sinclair/typebox';
import { oneOf, orNull, shape } from '../../common/openapi/index.js';

/** The schema of a test case: validation, documentation and type. */
const Phrase = Type.String({ minLength: 1, maxLength: 1_000 });

const Contains = shape('ContainsExpectation', { kind: Type.Literal('contains'), text: Phrase });
const NotContains = shape('NotContainsExpectation', { kind: Type.Literal('not-contains'), text: Phrase });
const Matches = shape('MatchesExpectation', {
  kind: Type.Literal('matches'),
  pattern: Type.String({
    minLength: 1,
    maxLength: 500,
    description: 'A JavaScript regular expression; letters match in either case.',
  }),
});
const ToolCalled = shape('ToolCalledExpectation', {
  kind: Type.Literal('tool-called'),
  name: Type.String({ minLength: 1, maxLength: 64 }),
  arguments: Type.Optional(
    Type.Record(Type.String({ maxLength: 200 }), Type.Unknown(), {
      maxProperties: 50,
      description: 'What the arguments must hold at least; objects are compared in the same way.',
    }),
  ),
});
const EndsCall = shape('EndsCallExpectation', { kind: Type.Literal('ends-call') });
const Judged = shape('JudgedExpectation', {
  kind: Type.Literal('judged'),
  criterion: Type.String({
    minLength: 1,
    maxLength: 1_000,
    description:
      'What must be true of the conversation so far, in plain words; a language model decides. Skipped where none is configured.',
  }),
});

const Expectation = Type.Union([Contains, NotContains, Matches, ToolCalled, EndsCall, Judged]);

const Turn = shape('TestTurn', {
  say: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2_000,
      description:
        'What the caller says. Only the first turn may leave it out: it then expects of the greeting.',
    }),
  ),
  expect: Type.Array(Expectation, { maxItems: 20 }),
});

const script = {
  turns: Type.Array(Turn, { minItems: 1, maxItems: 50 }),
  toolAnswers: Type.Optional(
    Type.Record(Type.String({ minLength: 1, maxLength: 64 }), Type.String({ maxLength: 10_000 }), {
      maxProperties: 100,
      description:
        'What each tool answers the agent in this case. No tool is really called; one without an answer here says `{"ok":true}`.',
    }),
  ),
};

const name = Type.String({ minLength: 1, maxLength: 200 });

export const TestScriptSchema = shape('TestScript', script);
export const TestCaseBodySchema = shape('TestCaseBody', { name, ...script });

const settings = {
  name: Type.Optional(name),
  enabled: Type.Optional(Type.Boolean({ description: 'Run whenever the agent is deployed. Default: true.' })),
  mode: Type.Optional(
    oneOf(['traditional', 'end-to-end'], {
      description: 'Agent mode of the rehearsal. Default: traditional.',
    }),
  ),
  variantId: Type.Optional(
    orNull(Type.String({ pattern: '^[a-zA-Z0-9][a-zA-Z0-9_-]{0,63}$' }), {
      description: 'Rehearse this variant of the agent.',
    }),
  ),
};

export const ChangeTestSetSchema = shape('ChangeTestSet', settings);
export const NewTestSetSchema = shape('NewTestSet', {
  ...settings,
  name,
  cases: Type.Optional(Type.Array(TestCaseBodySchema, { maxItems: 1_000 })),
});

export type Expectation = Static<typeof Expectation>;
export type TestScript = Static<typeof TestScriptSchema>;
export type TestCaseBody = Static<typeof TestCaseBodySchema>;
export type ChangeTestSet = Static<typeof ChangeTestSetSchema>;
export type NewTestSet = Static<typeof NewTestSetSchema>;
