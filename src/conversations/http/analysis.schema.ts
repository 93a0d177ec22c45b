import { type Static, Type } from '@sinclair/typebox';

const closed = { additionalProperties: false } as const;
const TurnIds = Type.Array(Type.String(), { description: 'Ids of the turns that it rests on.' });

/** What was found out about a call after its end. */
export const AnalysisSchema = Type.Object(
  {
    state: Type.Union(['pending', 'done', 'skipped', 'failed'].map((state) => Type.Literal(state))),
    reason: Type.Optional(
      Type.String({ description: 'Why it was skipped or failed, for example `MODEL_NOT_CONFIGURED`.' }),
    ),
    provider: Type.Optional(Type.String()),
    model: Type.Optional(Type.String()),
    summary: Type.Optional(
      Type.Object({ text: Type.String(), turns: TurnIds }, { ...closed, title: 'AnalysisSummary' }),
    ),
    fields: Type.Optional(
      Type.Object(
        {
          values: Type.Record(Type.String(), Type.Unknown()),
          turns: Type.Record(Type.String(), TurnIds),
        },
        { ...closed, title: 'AnalysisFields' },
      ),
    ),
    success: Type.Optional(
      Type.Object(
        { met: Type.Union([Type.Boolean(), Type.Null()]), reason: Type.String(), turns: TurnIds },
        { ...closed, title: 'AnalysisSuccess' },
      ),
    ),
  },
  { ...closed, title: 'ConversationAnalysis', description: 'Null where the agent asks for none.' },
);

export const ANALYSIS_EXAMPLE: Static<typeof AnalysisSchema> = {
  state: 'done',
  provider: 'openai',
  model: 'gpt-4.1-mini',
  summary: { text: 'The caller asked when the shop is open.', turns: ['turn_2sD5fG8hJ1kL4zX7cV0bNm'] },
  success: { met: true, reason: 'The hours were told.', turns: ['turn_2sD5fG8hJ1kL4zX7cV0bNm'] },
};
