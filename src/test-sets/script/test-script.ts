import { type Static, Type } from '@sinclair/typebox';

/** The schema of a test case: validation, documentation and type. */
const closed = { additionalProperties: false } as const;
const Phrase = Type.String({ minLength: 1, maxLength: 1_000 });

const Contains = Type.Object(
  { kind: Type.Literal('contains'), text: Phrase },
  { ...closed, title: 'ContainsExpectation' },
);
const NotContains = Type.Object(
  { kind: Type.Literal('not-contains'), text: Phrase },
  { ...closed, title: 'NotContainsExpectation' },
);
const Matches = Type.Object(
  {
    kind: Type.Literal('matches'),
    pattern: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'A JavaScript regular expression; letters match in either case.',
    }),
  },
  { ...closed, title: 'MatchesExpectation' },
);
const ToolCalled = Type.Object(
  {
    kind: Type.Literal('tool-called'),
    name: Type.String({ minLength: 1, maxLength: 64 }),
    arguments: Type.Optional(
      Type.Record(Type.String({ maxLength: 200 }), Type.Unknown(), {
        maxProperties: 50,
        description: 'What the arguments must hold at least; objects are compared in the same way.',
      }),
    ),
  },
  { ...closed, title: 'ToolCalledExpectation' },
);
const EndsCall = Type.Object(
  { kind: Type.Literal('ends-call') },
  { ...closed, title: 'EndsCallExpectation' },
);
const Judged = Type.Object(
  {
    kind: Type.Literal('judged'),
    criterion: Type.String({
      minLength: 1,
      maxLength: 1_000,
      description:
        'What must be true of the conversation so far, in plain words; a language model decides. Skipped where none is configured.',
    }),
  },
  { ...closed, title: 'JudgedExpectation' },
);

const Expectation = Type.Union([Contains, NotContains, Matches, ToolCalled, EndsCall, Judged]);

const Turn = Type.Object(
  {
    say: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2_000,
        description:
          'What the caller says. Only the first turn may leave it out: it then expects of the greeting.',
      }),
    ),
    expect: Type.Array(Expectation, { maxItems: 20 }),
  },
  { ...closed, title: 'TestTurn' },
);

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

export const TestScriptSchema = Type.Object(script, closed);
export const TestCaseBodySchema = Type.Object({ name, ...script }, { ...closed, title: 'TestCaseBody' });

const settings = {
  name: Type.Optional(name),
  enabled: Type.Optional(Type.Boolean({ description: 'Run whenever the agent is deployed. Default: true.' })),
  mode: Type.Optional(
    Type.Union([Type.Literal('traditional'), Type.Literal('end-to-end')], {
      description: 'Agent mode of the rehearsal. Default: traditional.',
    }),
  ),
  variantId: Type.Optional(
    Type.Union([Type.String({ pattern: '^[a-zA-Z0-9][a-zA-Z0-9_-]{0,63}$' }), Type.Null()], {
      description: 'Rehearse this variant of the agent.',
    }),
  ),
};

export const ChangeTestSetSchema = Type.Object(settings, { ...closed, title: 'ChangeTestSet' });
export const NewTestSetSchema = Type.Object(
  { ...settings, name, cases: Type.Optional(Type.Array(TestCaseBodySchema, { maxItems: 1_000 })) },
  { ...closed, title: 'NewTestSet' },
);

export type Expectation = Static<typeof Expectation>;
export type TestScript = Static<typeof TestScriptSchema>;
export type TestCaseBody = Static<typeof TestCaseBodySchema>;
export type ChangeTestSet = Static<typeof ChangeTestSetSchema>;
export type NewTestSet = Static<typeof NewTestSetSchema>;
