import { Type, type Static } from '@sinclair/typebox';
import { orNull } from '../../http/openapi/index.js';
import { lenient, optional, optionalText, Text } from './schema-kit.js';
import { AnyFeatures, EventData, Features } from './events.js';
import { ErrorCode, Mode } from './protocol-enums.js';

/**
 * The frames of the signaling channel, described once. These schemas validate client input; the types, the AsyncAPI
 * document and the browser SDK's types derive from them. Unknown fields are ignored, so that clients may be newer than
 * the server.
 */
const sessionOfOffer = 'The session; the empty string (or null) in an offer that makes one.';

/** A non-text value cannot be a token and counts as none. */
const Proof = lenient(
  Type.Optional(
    Type.String({
      description:
        'From clients: the token of the offer. Needed only over a socket that no offer of the session went over, where another instance has the call.',
    }),
  ),
  Type.Optional(Type.Unknown()),
);

const Build = Type.Object(
  { artifactVersion: Text(), lambdaDeploymentVersion: Text() },
  { description: 'Pins a build.' },
);

export const Offer = Type.Object({
  type: Type.Literal('offer'),
  sessionId: lenient(
    Type.Union([Text(), Type.Null()], { description: sessionOfOffer }),
    Type.Optional(orNull(Text())),
  ),
  data: Type.Object({
    type: Type.Literal('offer'),
    sdp: Type.String({ description: 'Full SDP of the client’s peer connection.' }),
  }),
  // Accept non-text values here, so that the token check reports them.
  authToken: lenient(
    Type.String({ description: 'A connector token or a studio-issued JWT.' }),
    Type.Optional(Type.Unknown()),
  ),
  // The mode's name is checked after the token.
  mode: optional(Mode, Text()),
  callSid: optionalText('Unique call identifier.'),
  caller: optionalText('Calling number.'),
  callee: optionalText('Called number.'),
  accountId: optionalText(),
  projectId: optionalText('The agent.'),
  variantId: optionalText('Variant of the agent instead of the token’s own.'),
  // An incomplete build is an invalid argument, also reported after the token.
  agentVersionOverride: optional(
    Build,
    Type.Object({ artifactVersion: optionalText(), lambdaDeploymentVersion: optionalText() }),
  ),
  features: optional(Features, AnyFeatures),
});

export const AnswerFrame = Type.Object({
  type: Type.Literal('answer'),
  sessionId: Type.String({ description: 'The new session. Every later message carries it.' }),
  data: Type.Object({
    type: Type.Literal('answer'),
    sdp: Type.String({ description: 'Full SDP of the server, its candidates included.' }),
  }),
});

const candidate = Type.String({ description: 'The empty string is the end of candidates.' });
const LineIndex = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** With one transport for all sections, `sdpMid` and `sdpMLineIndex` carry no information; clients omit them. */
export const IceCandidate = Type.Object({
  type: Type.Literal('ice-candidate'),
  sessionId: lenient(
    Type.String({
      description:
        'The session. Before the answer has come, the empty string (or null) stands for that of the only offer that went over this socket.',
    }),
    Type.Optional(orNull(Text())),
  ),
  // Browsers signal the end of candidates by `null`, and some clients forward it.
  data: lenient(
    Type.Object({ candidate, sdpMid: orNull(Type.String()), sdpMLineIndex: orNull(LineIndex) }),
    orNull(
      Type.Object({
        candidate,
        sdpMid: Type.Optional(orNull(Type.String())),
        sdpMLineIndex: Type.Optional(orNull(LineIndex)),
      }),
    ),
  ),
  authToken: Proof,
});

export const ErrorMessage = Type.Object({
  type: Type.Literal('error'),
  sessionId: Type.String({ description: 'The session that it is about, or the empty string.' }),
  data: Type.Object({ code: ErrorCode, message: Type.String() }),
});

export const Close = Type.Object({ type: Type.Literal('close'), sessionId: Text(), authToken: Proof });

export const Event = Type.Object(
  {
    type: Type.Literal('event'),
    sessionId: Type.String(),
    number: Type.Integer({
      minimum: 1,
      description:
        'Grows with each event of the session. After a takeover some are told again, with their numbers; one that is not above the last is known.',
    }),
    data: EventData,
  },
  { description: 'Something happened in the call. Sent only for what `features` of the offer asked for.' },
);

/** Longer than any text that expects a spoken reply. */
const MAX_WRITTEN = 2_000;

export const WrittenText = Type.Object(
  {
    type: Type.Literal('text'),
    sessionId: Text(),
    data: Type.Object({ text: Type.String({ minLength: 1, maxLength: MAX_WRITTEN }) }),
    authToken: Proof,
  },
  { description: 'What the caller writes in place of saying it: answered as if it had been said. Optional.' },
);

export const Context = Type.Object(
  {
    type: Type.Literal('context'),
    sessionId: Text(),
    data: Type.Object({ text: Type.String({ minLength: 1, maxLength: MAX_WRITTEN }) }),
    authToken: Proof,
  },
  {
    description:
      'What the next answer of the agent should know and the caller has not said, such as the page that the caller looks at. Asks for no answer, ' +
      'stands in no transcript, and weighs as much as the caller’s own words. Counts as a text. Optional.',
  },
);

/** Our extension: browsers cannot send WebSocket pings, and a half-open socket looks open to its page. */
export const Ping = Type.Object(
  { type: Type.Literal('ping') },
  {
    description:
      'Asks whether the socket still carries anything, which a page cannot learn otherwise. Optional. Answered by `pong` at once, ' +
      'before the answers to frames that were sent earlier. Counts towards the frames that a socket may send.',
  },
);

export const Pong = Type.Object(
  { type: Type.Literal('pong') },
  { description: 'The answer to `ping`. Never sent without one.' },
);

export type OfferFrame = Static<typeof Offer>;
export type IceCandidateFrame = Static<typeof IceCandidate>;
export type CloseFrame = Static<typeof Close>;
export type TextFrame = Static<typeof WrittenText>;
export type ContextFrame = Static<typeof Context>;
export type ClientFrame =
  OfferFrame | IceCandidateFrame | CloseFrame | TextFrame | ContextFrame | Static<typeof Ping>;

export type ErrorFrame = Static<typeof ErrorMessage>;
export type ServerFrame =
  | Static<typeof AnswerFrame>
  | IceCandidateFrame
  | ErrorFrame
  | CloseFrame
  | Static<typeof Event>
  | Static<typeof Pong>;
