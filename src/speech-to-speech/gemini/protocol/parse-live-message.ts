import { type Fields, fieldsOf, listOf, stringOf } from '../../../providers/fields.js';
import type { LiveEvent, LiveFunctionCall } from './live-event.js';
import { liveUsage } from './live-usage.js';

/** Maximum number of function calls in a message. */
const MAX_CALLS = 32;
const MAX_NAME = 200;
const MAX_REASON = 100;

/**
 * Reads a server message (`BidiGenerateContentServerMessage`). Missing, null or mistyped fields count as absent;
 * unknown fields are ignored.
 * @returns Its events in the order of handling; undefined if it does not belong to the protocol.
 */
export function parseLiveMessage(message: unknown): LiveEvent[] | undefined {
  const fields = fieldsOf(message);
  if (!fields) return undefined;
  const content = fieldsOf(fields['serverContent']);
  const events = content ? contentEvents(content) : [];
  const calls = callsIn(fieldsOf(fields['toolCall']));
  if (calls.length > 0) events.push({ kind: 'function-calls', calls });
  const cancelled = fieldsOf(fields['toolCallCancellation'])?.['ids'];
  const ids = Array.isArray(cancelled) ? cancelled.filter((id) => typeof id === 'string') : [];
  if (ids.length > 0) events.push({ kind: 'functions-cancelled', ids });
  const resumption = fieldsOf(fields['sessionResumptionUpdate']);
  const handle = stringOf(resumption?.['newHandle']);
  if (resumption?.['resumable'] === true && handle !== '') events.push({ kind: 'resumable', handle });
  const used = liveUsage(fields['usageMetadata']);
  if (used) events.push({ kind: 'usage', used });
  return events;
}

/** A call without a name is dropped; one without an id gets one, so that its result can be returned. */
function callsIn(toolCall: Fields | undefined): LiveFunctionCall[] {
  return listOf(toolCall?.['functionCalls'])
    .filter(({ name }) => stringOf(name) !== '' && stringOf(name).length <= MAX_NAME)
    .slice(0, MAX_CALLS)
    .map(({ id, name, args }, index) => ({
      id: stringOf(id) || `${stringOf(name)}_${index}`,
      name: stringOf(name),
      argumentsText: typeof args === 'string' ? args : JSON.stringify(fieldsOf(args) ?? {}),
    }));
}

const wordsOf = (transcription: unknown): string => stringOf(fieldsOf(transcription)?.['text']);

function contentEvents(content: Fields): LiveEvent[] {
  const events: LiveEvent[] = [];
  const isInterrupted = content['interrupted'] === true;
  if (isInterrupted) events.push({ kind: 'interrupted' });
  const callerWords = wordsOf(content['inputTranscription']);
  if (callerWords !== '') events.push({ kind: 'caller-words', delta: callerWords });
  // Content in the same message as an interruption belongs to the interrupted answer.
  if (!isInterrupted) {
    for (const { inlineData } of listOf(fieldsOf(content['modelTurn'])?.['parts'])) {
      const blob = fieldsOf(inlineData);
      const base64 = stringOf(blob?.['data']);
      if (base64 !== '' && isSpeech(stringOf(blob?.['mimeType']))) events.push({ kind: 'audio', base64 });
    }
    const agentWords = wordsOf(content['outputTranscription']);
    if (agentWords !== '') events.push({ kind: 'agent-words', delta: agentWords });
  }
  if (content['turnComplete'] === true)
    events.push({ kind: 'turn-complete', ...reasonOf(content['turnCompleteReason']) });
  return events;
}

/** The server's own code, for example RESPONSE_REJECTED. */
const reasonOf = (reason: unknown) =>
  typeof reason === 'string' ? { detail: `turnCompleteReason ${reason.slice(0, MAX_REASON)}` } : {};

/** The protocol sends 24 kHz; audio of another rate would have the wrong pitch. */
function isSpeech(mimeType: string): boolean {
  if (mimeType === '') return true;
  const rate = /rate=(\d+)/.exec(mimeType)?.[1];
  return mimeType.startsWith('audio/pcm') && (rate === undefined || rate === '24000');
}
