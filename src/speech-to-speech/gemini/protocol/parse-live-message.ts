import { type Fields, fieldsOf, listOf, stringOf } from '../../../providers/index.js';
import type { LiveEvent, LiveFunctionCall } from './live-event.js';
import { liveUsage } from './live-usage.js';

/** Functions that one message may call. */
const MAX_CALLS = 32;
const MAX_NAME = 200;
const MAX_REASON = 100;

/**
 * Reads a message of the server (`BidiGenerateContentServerMessage`). Fields that are missing, null or of another type
 * say nothing, and what is not named here is of no interest.
 * @returns What the message says, in the order in which it is to be acted on; undefined when it is no message of the
 * protocol.
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

/** A call without a name can't be made; one without an id gets one, so that its result can be told. */
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
  // What comes along with an interruption belongs to the answer that was interrupted.
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

/** As the server has it, for example RESPONSE_REJECTED. */
const reasonOf = (reason: unknown) =>
  typeof reason === 'string' ? { detail: `turnCompleteReason ${reason.slice(0, MAX_REASON)}` } : {};

/** The protocol sends 24 kHz; audio of another rate would be heard too high or too low. */
function isSpeech(mimeType: string): boolean {
  if (mimeType === '') return true;
  const rate = /rate=(\d+)/.exec(mimeType)?.[1];
  return mimeType.startsWith('audio/pcm') && (rate === undefined || rate === '24000');
}
