import { Type } from '@sinclair/typebox';
import { type ClientEvent, CALL_FEATURES } from '../../call-client/call-features.js';
import { Words } from './schema-kit.js';

/** Optional events that a client may request in its offer. */
const Feature = Words(
  Object.entries(CALL_FEATURES).map(([word, description]) => Type.Literal(word, { description })),
  { title: 'CallFeature' },
);

/** Unknown names are ignored; this bounds how many are read. */
const MAX_FEATURES = 32;
const MAX_FEATURE_LENGTH = 64;

export const AnyFeatures = Type.Array(Type.String({ maxLength: MAX_FEATURE_LENGTH }), {
  maxItems: MAX_FEATURES,
});

export const Features = Type.Array(Feature, {
  maxItems: MAX_FEATURES,
  description:
    'Live events that the client wants as `event` frames. A client that names none gets none; words that the server does not know are ignored.',
});

const words = (...all: string[]) => Type.Union(all.map((word) => Type.Literal(word)));
const Ms = (description: string) => Type.Optional(Type.Number({ description }));
const TurnId = Type.String({ description: 'One utterance of one side; unique within a call.' });

const StateEvent = Type.Object(
  {
    kind: Type.Literal('state'),
    state: words('connected', 'listening', 'thinking', 'speaking'),
  },
  { title: 'StateEvent', description: 'What the agent does from now on.' },
);

const TranscriptEvent = Type.Object(
  {
    kind: Type.Literal('transcript'),
    speaker: words('caller', 'agent'),
    turnId: TurnId,
    text: Type.String({ description: 'The whole text of the turn so far.' }),
    final: Type.Boolean(),
    interrupted: Type.Optional(
      Type.Boolean({ description: 'The caller interrupted it: so far it was heard.' }),
    ),
  },
  { title: 'TranscriptEvent', description: 'What one side says. A later one of the same turn replaces it.' },
);

const LatencyEvent = Type.Object(
  {
    kind: Type.Literal('latency'),
    turnId: TurnId,
    endOfTurnMs: Ms('Until the turn was taken to be over.'),
    transcriptMs: Ms('Until the words were known.'),
    firstTokenMs: Ms('Until the first token of the reply.'),
    firstAudioMs: Ms('Until the first audio of the reply was written.'),
    heardMs: Ms('Until the first audio of the reply was sent.'),
  },
  {
    title: 'LatencyEvent',
    description: 'Where the time of one reply went, in milliseconds from the end of the caller’s speech.',
  },
);

const ActionEvent = Type.Object(
  {
    kind: Type.Literal('action'),
    action: words('transfer', 'dtmf'),
    done: Type.Boolean({ description: 'False where this call cannot do that.' }),
    destination: Type.Optional(
      Type.Object(
        {
          name: Type.String(),
          number: Type.Optional(Type.String({ description: 'E.164.' })),
          sipUri: Type.Optional(Type.String()),
          url: Type.Optional(Type.String()),
        },
        {
          title: 'OfferedDestination',
          description: 'Given where the app is asked to hand the caller over: it does so, or leaves it.',
        },
      ),
    ),
    digits: Type.Optional(
      Type.String({
        description: 'Given where the app is asked to press these keys: it does so, or leaves it.',
      }),
    ),
  },
  { title: 'ActionEvent', description: 'The agent wanted something done with the call.' },
);

const ToolEvent = Type.Object(
  {
    kind: Type.Literal('tool'),
    callId: Type.String({ description: 'One call of a tool; a later event of the same one replaces it.' }),
    turnId: Type.Optional(TurnId),
    name: Type.String(),
    undoes: Type.Optional(Type.String({ description: 'The earlier call that it undoes.' })),
    outcome: words('running', 'ok', 'error', 'timeout', 'unknown'),
    code: Type.Optional(Type.String({ description: 'Why it did not go well, for example `TOOL_TIMEOUT`.' })),
    status: Type.Optional(Type.Integer({ description: 'HTTP status.' })),
    attempts: Type.Optional(Type.Integer({ description: 'Requests that were sent.' })),
    durationMs: Type.Optional(Type.Number()),
  },
  { title: 'ToolEvent', description: 'A tool of the agent runs, or has run.' },
);

const MoveEvent = Type.Object(
  { kind: Type.Literal('move') },
  {
    title: 'MoveEvent',
    description:
      'This server stops soon, and both sides are silent: open a new socket, and offer the call there with a new peer connection and its `sessionId`. Audio flows on until that offer is answered.',
  },
);

/** The content of an `event` frame. Clients ignore unknown kinds. */
export const EventData = Type.Unsafe<ClientEvent>({
  title: 'CallEvent',
  oneOf: [StateEvent, TranscriptEvent, LatencyEvent, ActionEvent, ToolEvent, MoveEvent],
});
