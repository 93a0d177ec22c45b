import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

/** Where instances ask each other. Not for clients, and in no document. */
export const PEER_PATH = 'internal/calls';

/** What the key of these messages is made for. */
export const PEER_PURPOSE = 'peer-request';

const Ask = Type.Object({
  /** `release`: give the call up, unless its client is there. `hang-up`: the client wants it ended. */
  kind: Type.Union([Type.Literal('release'), Type.Literal('hang-up')]),
  sessionId: Type.String(),
  epoch: Type.Integer(),
  /** Who is asked, so that an instance that got the address of another one does not answer for it. */
  instanceId: Type.String(),
  /** In milliseconds since 1970. */
  atMs: Type.Number(),
});

export interface PeerAsk {
  readonly kind: 'release' | 'hang-up';
  readonly sessionId: string;
  readonly epoch: number;
  readonly instanceId: string;
  readonly atMs: number;
}

const OUTCOMES = ['done', 'held', 'unknown', 'not-yet', 'another-instance'] as const;

/**
 * `done`, also where the instance has it no more; `held`: the client is there; `unknown`: it has ended;
 * `not-yet`: somebody is in the middle of a sentence, or it is just coming or going; `another-instance`: the one that
 * was asked is gone, and its address is somebody else's. A release that knows none of these takes it for silence, and
 * its client asks again.
 */
export type PeerOutcome = (typeof OUTCOMES)[number];

const Answer = Type.Object({ outcome: Type.Union(OUTCOMES.map((outcome) => Type.Literal(outcome))) });

export const parseAsk = (text: string): PeerAsk | undefined => parse(Ask, text) as PeerAsk | undefined;

export const parseOutcome = (text: string): PeerOutcome | undefined =>
  (parse(Answer, text) as { outcome: PeerOutcome } | undefined)?.outcome;

function parse(schema: typeof Ask | typeof Answer, text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return Value.Check(schema, value) ? value : undefined;
  } catch {
    return undefined;
  }
}
