import { type Static, Type } from '@sinclair/typebox';
import { oneOf, orNull, shape } from '../../http/openapi/index.js';

const TurnIds = Type.Array(Type.String(), { description: 'Ids of the turns that it rests on.' });

/** Results of the analysis after a call. */
export const AnalysisSchema = shape(
  'ConversationAnalysis',
  {
    state: oneOf(['pending', 'done', 'skipped', 'failed']),
    reason: Type.Optional(
      Type.String({ description: 'Why it was skipped or failed, for example `MODEL_NOT_CONFIGURED`.' }),
    ),
    provider: Type.Optional(Type.String()),
    model: Type.Optional(Type.String()),
    summary: Type.Optional(shape('AnalysisSummary', { text: Type.String(), turns: TurnIds })),
    fields: Type.Optional(
      shape('ExtractedFields', {
        values: Type.Record(Type.String(), Type.Unknown()),
        turns: Type.Record(Type.String(), TurnIds),
      }),
    ),
    success: Type.Optional(
      shape('AnalysisSuccess', { met: orNull(Type.Boolean()), reason: Type.String(), turns: TurnIds }),
    ),
  },
  { description: 'Null where the agent asks for none.' },
);

export const ANALYSIS_EXAMPLE: Static<typeof AnalysisSchema> = {
  state: 'done',
  provider: 'openai',
  model: 'gpt-4.1-mini',
  summary: { text: 'The caller asked when the shop is open.', turns: ['turn_2sD5fG8hJ1kL4zX7cV0bNm'] },
  success: { met: true, reason: 'The hours were told.', turns: ['turn_2sD5fG8hJ1kL4zX7cV0bNm'] },
};
