import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { parseTrace, tracedPartsOf, type TracedPart } from '../../voice/trace/index.js';

const Head = Type.Object({
  kind: Type.Literal('conversation'),
  conversation: Type.Object({
    id: Type.String(),
    audio: Type.Union([Type.Null(), Type.Object({})]),
  }),
});

/** The stored trace of a call, as the service returns it. */
export interface Bundle {
  readonly conversationId: string;
  readonly hasRecording: boolean;
  readonly parts: readonly TracedPart[];
  /** The call was longer than the stored trace. */
  readonly isCutOff: boolean;
}

/** @throws Error for an invalid bundle, or with the line that this version does not support. */
export function parseBundle(text: string): Bundle {
  const [first = '', ...rest] = text.split('\n').filter((line) => line !== '');
  const head: unknown = first.startsWith('{') ? JSON.parse(first) : undefined;
  if (!Value.Check(Head, head)) throw new Error('The file is not the bundle of a call.');
  const { id, audio } = head.conversation;
  const entries = parseTrace(rest);
  return {
    conversationId: id,
    hasRecording: audio !== null,
    parts: tracedPartsOf(entries),
    isCutOff: entries.some(({ kind }) => kind === 'cut-off'),
  };
}
