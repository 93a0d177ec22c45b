import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

import type { LiveEvent } from './live-event.js';
import { liveUsage } from './live-usage.js';

/** Functions that one message may call. */
const MAX_CALLS = 32;
const MAX_REASON = 100;

const Words = Type.Optional(Type.Object({ text: Type.Optional(Type.String()) }));
const Flag = Type.Optional(Type.Boolean());
const Blob = Type.Object({ mimeType: Type.Optional(Type.String()), data: Type.Optional(Type.String()) });
const Part = Type.Object({ inlineData: Type.Optional(Blob) });
const Content = Type.Object({
  modelTurn: Type.Optional(Type.Object({ parts: Type.Optional(Type.Array(Part)) })),
  inputTranscription: Words,
  outputTranscription: Words,
  interrupted: Flag,
  turnComplete: Flag,
  turnCompleteReason: Type.Optional(Type.Unknown()),
});
const Call = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 200 }),
  name: Type.String({ minLength: 1, maxLength: 200 }),
  args: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});

/** The server's messages (`BidiGenerateContentServerMessage`); what is not named here is of no interest. */
const Message = Type.Object({
  serverContent: Type.Optional(Content),
  toolCall: Type.Optional(
    Type.Object({ functionCalls: Type.Optional(Type.Array(Call, { maxItems: MAX_CALLS })) }),
  ),
  toolCallCancellation: Type.Optional(Type.Object({ ids: Type.Optional(Type.Array(Type.String())) })),
  usageMetadata: Type.Optional(Type.Unknown()),
  sessionResumptionUpdate: Type.Optional(
    Type.Object({ newHandle: Type.Optional(Type.String()), resumable: Flag }),
  ),
});

/** @returns What the message says, in the order in which it is to be acted on; undefined when it is malformed. */
export function parseLiveMessage(message: unknown): LiveEvent[] | undefined {
  if (!Value.Check(Message, message)) return undefined;
  const { serverContent, toolCall, toolCallCancellation, sessionResumptionUpdate: resumption } = message;
  const events: LiveEvent[] = serverContent ? contentEvents(serverContent) : [];
  if (toolCall?.functionCalls && toolCall.functionCalls.length > 0) {
    const calls = toolCall.functionCalls.map(({ id, name, args }) => ({
      id,
      name,
      argumentsText: JSON.stringify(args ?? {}),
    }));
    events.push({ kind: 'function-calls', calls });
  }
  if (toolCallCancellation?.ids) events.push({ kind: 'functions-cancelled', ids: toolCallCancellation.ids });
  if (resumption?.resumable === true && resumption.newHandle) {
    events.push({ kind: 'resumable', handle: resumption.newHandle });
  }
  const used = liveUsage(message.usageMetadata);
  if (used) events.push({ kind: 'usage', used });
  return events;
}

function contentEvents(content: Static<typeof Content>): LiveEvent[] {
  const events: LiveEvent[] = [];
  const { inputTranscription, outputTranscription, modelTurn, interrupted, turnComplete } = content;
  if (interrupted) events.push({ kind: 'interrupted' });
  if (inputTranscription?.text) events.push({ kind: 'caller-words', delta: inputTranscription.text });
  // What comes along with an interruption belongs to the answer that was interrupted.
  if (!interrupted) {
    for (const { inlineData } of modelTurn?.parts ?? []) {
      if (inlineData?.data && isSpeech(inlineData.mimeType)) {
        events.push({ kind: 'audio', base64: inlineData.data });
      }
    }
    if (outputTranscription?.text) events.push({ kind: 'agent-words', delta: outputTranscription.text });
  }
  if (turnComplete) events.push({ kind: 'turn-complete', ...reasonOf(content.turnCompleteReason) });
  return events;
}

/** As the server has it, for example RESPONSE_REJECTED. */
const reasonOf = (reason: unknown) =>
  typeof reason === 'string' ? { detail: `turnCompleteReason ${reason.slice(0, MAX_REASON)}` } : {};

/** The protocol sends 24 kHz; audio of another rate would be heard too high or too low. */
function isSpeech(mimeType: string | undefined): boolean {
  if (mimeType === undefined) return true;
  const rate = /rate=(\d+)/.exec(mimeType)?.[1];
  return mimeType.startsWith('audio/pcm') && (rate === undefined || rate === '24000');
}
