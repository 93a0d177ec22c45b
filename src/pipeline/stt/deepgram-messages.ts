import { type Static, Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';

/** What is read of a result (https://developers.deepgram.com/docs/understand-endpointing-interim-results). */
const Results = Type.Object({
  type: Type.Literal('Results'),
  is_final: Type.Optional(Type.Unknown()),
  from_finalize: Type.Optional(Type.Unknown()),
  channel: Type.Object({
    alternatives: Type.Array(Type.Object({ transcript: Type.String({ maxLength: 50_000 }) })),
  }),
});
const results = TypeCompiler.Compile(Results);
const message = TypeCompiler.Compile(Type.Object({ type: Type.String() }));

export const isResults = (value: unknown): value is Static<typeof Results> => results.Check(value);

/** A message that tells of a failure (https://developers.deepgram.com/docs/stt-troubleshooting-websocket-data-and-net-errors). */
export const isError = (value: unknown): boolean => message.Check(value) && value.type === 'Error';

/** Whether it is a message of another kind. */
export const isMessage = (value: unknown): value is { readonly type: string } =>
  message.Check(value) && value.type !== 'Results';
