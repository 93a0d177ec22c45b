import { Injectable } from '@nestjs/common';
import {
  type PresentedToken,
  type CallRefusal,
  refuse,
  UNKNOWN_SESSION,
  RemoteCalls,
} from '../call-admission/index.js';
import type { Call } from './call.js';
import { type ClientConnection, type InputBudget, type TextInputKind, UNREAD } from '../call-client/index.js';
import { claim } from './claim.js';
import { LiveCalls } from '../cluster/index.js';

export type SessionOutcome = { readonly kind: 'done' } | CallRefusal;

const DONE: SessionOutcome = { kind: 'done' };

const tooManyTexts = ({ textsPerMinute }: InputBudget): string =>
  `The call got ${textsPerMinute} texts within a minute, which is the limit. Wait ${Math.ceil(60 / textsPerMinute)} s before the next one.`;

/** Handles client frames for existing sessions, except offers. */
@Injectable()
export class CallFrames {
  constructor(
    private readonly live: LiveCalls<Call>,
    private readonly elsewhere: RemoteCalls,
  ) {}

  async acceptCandidate(
    sessionId: string,
    candidate: string,
    connection: ClientConnection,
    presented: PresentedToken,
  ): Promise<SessionOutcome> {
    const call = await this.claim(sessionId, connection);
    if (!call) return this.refuse(sessionId, connection, presented);
    // The server discovers paths through STUN. It reads only as many candidates as a client could need.
    if (!call.inputs.take('candidate') || call.media.acceptRemoteCandidate(candidate)) return DONE;
    return refuse('invalid-argument', 'data.candidate is not an ICE candidate.');
  }

  /** Text that the caller types, or context that its app sends to the agent. */
  async write(
    sessionId: string,
    text: string,
    kind: TextInputKind,
    connection: ClientConnection,
    presented: PresentedToken,
  ): Promise<SessionOutcome> {
    const call = await this.claim(sessionId, connection);
    if (!call) return this.refuse(sessionId, connection, presented);
    if (text === '') return refuse('invalid-argument', 'data.text is empty.');
    if (!call.inputs.take('text')) return refuse('invalid-argument', tooManyTexts(call.inputs));
    return call.write(text, kind) ? DONE : refuse('invalid-argument', UNREAD[kind]);
  }

  async hangUp(
    sessionId: string,
    connection: ClientConnection,
    presented: PresentedToken = {},
  ): Promise<SessionOutcome> {
    const call = await this.claim(sessionId, connection);
    if (call) void call.end('client-close');
    else if (this.live.bySession.has(sessionId)) return UNKNOWN_SESSION;
    else return (await this.elsewhere.hangUp(sessionId, connection, presented)) ?? DONE;
    return DONE;
  }

  /** Refuses a frame from a sender that does not hold the call. */
  private async refuse(sessionId: string, connection: ClientConnection, presented: PresentedToken) {
    return this.live.bySession.has(sessionId)
      ? UNKNOWN_SESSION
      : this.elsewhere.refuse(sessionId, connection, presented);
  }

  private async claim(sessionId: string, connection: ClientConnection): Promise<Call | undefined> {
    const call = this.live.bySession.get(sessionId);
    return call && (await claim(call, connection)) ? call : undefined;
  }
}
