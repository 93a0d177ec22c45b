import { type Static, Type } from '@sinclair/typebox';
import { shape } from '../../http/openapi/index.js';
import { PERSONAS } from './personas.js';

const Criterion = Type.String({ minLength: 1, maxLength: 1_000 });
const Share = Type.Number({ minimum: 0, maximum: 1 });

const model = {
  provider: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'A language model of the account by its name. Default: its first.',
    }),
  ),
  modelId: Type.Optional(Type.String({ maxLength: 200 })),
};

const JudgedMetric = shape('JudgedMetric', {
  kind: Type.Literal('judged'),
  name: Type.String({ minLength: 1, maxLength: 100 }),
  criterion: Criterion,
  atLeast: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Share of the runs of which it must be true. Default: 1.',
    }),
  ),
});

/** Metrics of a conversation that need no judge. */
const MEASURES = ['turns', 'seconds', 'toolCalls', 'slowestAnswerMs'] as const;

const MeasuredMetric = shape('MeasuredMetric', {
  kind: Type.Literal('measured'),
  measure: Type.Union(
    MEASURES.map((name) => Type.Literal(name)),
    {
      description:
        'turns of the caller, seconds of the run, tools that the agent called, or (in spoken cases) its slowest answer.',
    },
  ),
  atMost: Type.Number({ minimum: 0, description: 'In each run.' }),
});

export const SimulatedCaller = shape(
  'SimulatedCaller',
  {
    persona: Type.String({
      minLength: 1,
      maxLength: 2_000,
      description: `Who calls: ${Object.keys(PERSONAS).join(', ')}, or in your own words.`,
    }),
    goal: Type.String({ minLength: 1, maxLength: 2_000, description: 'What the caller wants of the agent.' }),
    success: Type.String({
      minLength: 1,
      maxLength: 1_000,
      description: 'What must be true of the conversation in the end, in plain words; the judge decides.',
    }),
    metrics: Type.Optional(Type.Array(Type.Union([JudgedMetric, MeasuredMetric]), { maxItems: 10 })),
    runs: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 50,
        description: 'How often the conversation is held. Default: 3.',
      }),
    ),
    passRate: Type.Optional({ ...Share, description: 'Share of the runs that must succeed. Default: 1.' }),
    maxTurns: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 50, description: 'Of the caller, in one run. Default: 12.' }),
    ),
    maxSeconds: Type.Optional(
      Type.Integer({ minimum: 5, maximum: 1_800, description: 'That one run may take. Default: 300.' }),
    ),
    maxTokens: Type.Optional(
      Type.Integer({
        minimum: 100,
        maximum: 1_000_000,
        description: 'That the caller’s model may take in one run, as its server counts. Default: 50,000.',
      }),
    ),
    caller: Type.Optional(
      shape('SimulatedCallerModel', model, { description: 'The model that plays the caller.' }),
    ),
    judge: Type.Optional(
      shape('SimulationJudge', {
        ...model,
        votes: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: 9,
            description: 'How often it is asked; most win. Default: 1.',
          }),
        ),
        temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2, description: 'Default: 0.' })),
      }),
    ),
  },
  {
    description:
      'A language model plays the caller, in text or (with spoken) by voice, until it has what it came for, gives up or has no more turns.',
  },
);

export type SimulatedCaller = Static<typeof SimulatedCaller>;
export type Metric = NonNullable<SimulatedCaller['metrics']>[number];
