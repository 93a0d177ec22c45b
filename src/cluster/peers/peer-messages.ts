import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

/** The path for requests between instances. Not for clients and not in the API documents. */
export const PEER_PATH = 'internal/calls';

export const PeerAsk = Type.Object({
  /**
   * `release`: release the call unless its client is connected; `look`: would that succeed; `hang-up`: the client hung
   * up; `take`: take over a phone call of another instance; `who`: ping; `renew`: renew the lease of the sender, which
   * cannot reach the database.
   */
  kind: Type.Union(['release', 'look', 'hang-up', 'take', 'who', 'renew'].map((kind) => Type.Literal(kind))),
  sessionId: Type.String(),
  epoch: Type.Integer(),
  /** The addressed instance. Prevents an answer by another instance that reuses its address. */
  instanceId: Type.String(),
  /** The sender, for `renew`. */
  from: Type.Optional(Type.String()),
});

export type PeerAsk = Omit<Static<typeof PeerAsk>, 'kind'> & {
  readonly kind: 'release' | 'look' | 'hang-up' | 'take' | 'who' | 'renew';
};

const OUTCOMES = ['done', 'held', 'unknown', 'not-yet', 'another-instance', 'cut-off'] as const;

/**
 * `done`: released, or no longer here; `held`: the client is connected; `unknown`: the call has ended; `not-yet`:
 * someone is speaking, or the call is in transit; `another-instance`: the addressed instance is gone and another one
 * uses its address; `cut-off`: the database is unreachable. Any other answer to a release counts as silence, and the
 * client retries.
 */
export type PeerOutcome = (typeof OUTCOMES)[number];

const Answer = Type.Object({ outcome: Type.Union(OUTCOMES.map((outcome) => Type.Literal(outcome))) });

/** Undefined for an unknown answer. */
export function parseOutcome(text: string): PeerOutcome | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Value.Check(Answer, value) ? value.outcome : undefined;
  } catch {
    return undefined;
  }
}
