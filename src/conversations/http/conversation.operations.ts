import { RecordingQuery } from '../conversation.dto.js';
import { CONVERSATION_DETAIL_EXAMPLE } from './conversation-examples.js';
import { ConversationDetailSchema } from './conversation.schema.js';

/** Documentation shared by operations with two paths: their own, and under their agent. */
export const conversationNotFound = { CONVERSATIONS_NOT_FOUND: 'No such conversation.' };

export const oneConversation = {
  summary: 'One conversation with its turns, latencies and events',
  scope: 'conversations:read',
  limits: { agents: 'own' },
  status: 200,
  response: { schema: ConversationDetailSchema, example: { conversation: CONVERSATION_DETAIL_EXAMPLE } },
  errors: { 404: conversationNotFound },
} as const;

/** `Accept: application/octet-stream` gets that type: some generated clients need it to recognize binary content. */
const audio = {
  'audio/ogg': { schema: { type: 'string', format: 'binary' } },
  'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
} as const;

export const bundleOfCall = {
  summary: 'What decided about the turns of a conversation, as a bundle',
  description:
    'Lines of JSON (`application/x-ndjson`): the conversation as `GET` gives it, and then all that decided about its turns, in order: ' +
    'settings, how likely each window of sound held a voice and how loud it was, what was told of words, timers, and decisions. ' +
    'Kept where the instance (`TURN_TRACES_ENABLED`) or the document (`turnTaking.trace`) asks for it. Sound is in `audio`, where the call was recorded.',
  scope: 'conversations:read',
  limits: { agents: 'own' },
  status: 200,
  otherResponses: [
    {
      status: 200,
      description: 'The conversation, and an entry a line.',
      content: { 'application/x-ndjson': { schema: { type: 'string' } } },
    },
  ],
  errors: {
    404: {
      ...conversationNotFound,
      CONVERSATIONS_BUNDLE_NOT_FOUND:
        'Nothing was kept of what decided about the turns of this conversation.',
    },
  },
} as const;

export const recordedAudio = {
  summary: 'The recording of a conversation',
  description:
    'Ogg Opus (`audio/ogg`), the caller on the left and the agent on the right. Takes single byte ranges: 206, or 416 ' +
    'where the range lies outside. Without storage that instances share, a recording is served by the instance that carried the call.',
  scope: 'conversations:read',
  limits: { agents: 'own' },
  query: RecordingQuery,
  status: 200,
  otherResponses: [
    { status: 200, description: 'The whole recording.', content: audio },
    { status: 206, description: 'The part of it that `Range` asks for.', content: audio },
    { status: 304, description: 'It is still the one that `If-None-Match` names.' },
  ],
  errors: {
    404: {
      ...conversationNotFound,
      CONVERSATIONS_RECORDING_NOT_FOUND: 'There is no recording of this conversation here.',
    },
    416: { RANGE_NOT_SATISFIABLE: 'The range lies outside of the recording.' },
  },
} as const;
