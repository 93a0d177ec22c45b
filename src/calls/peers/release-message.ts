import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

/** Where instances ask each other. Not for clients, and in no document. */
export const PEER_PATH = 'internal/calls';

export const PeerAsk = Type.Object({
  /**
   * `release`: give the call up, unless its client is there; `look`: would it be; `hang-up`: its client wants that.
   * `take`: go on with a phone call of another instance. `who`: nothing but a sign of life. `renew`: renew the lease of
   * the instance that asks, which can't reach the database.
   */
  kind: Type.Union(['release', 'look', 'hang-up', 'take', 'who', 'renew'].map((kind) => Type.Literal(kind))),
  sessionId: Type.String(),
  epoch: Type.Integer(),
  /** Who is asked, so that an instance that got the address of another one does not answer for it. */
  instanceId: Type.String(),
  /** Who asks, to `renew`. */
  from: Type.Optional(Type.String()),
});

export type PeerAsk = Omit<Static<typeof PeerAsk>, 'kind'> & {
  readonly kind: 'release' | 'look' | 'hang-up' | 'take' | 'who' | 'renew';
};

const OUTCOMES = ['done', 'held', 'unknown', 'not-yet', 'another-instance', 'cut-off'] as const;

/**
 * `done`, also where the instance has it no more; `held`: the client is there; `unknown`: it has ended;
 * `not-yet`: somebody is in the middle of a sentence, or it is just coming or going; `another-instance`: the one that
 * was asked is gone, and its address is somebody else's; `cut-off`: it can't reach the database. A release that knows
 * none of these takes it for silence, and its client asks again.
 */
export type PeerOutcome = (typeof OUTCOMES)[number];

const Answer = Type.Object({ outcome: Type.Union(OUTCOMES.map((outcome) => Type.Literal(outcome))) });

/** Undefined for anything else. */
export function parseOutcome(text: string): PeerOutcome | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Value.Check(Answer, value) ? value.outcome : undefined;
  } catch {
    return undefined;
  }
}
