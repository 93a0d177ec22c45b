import { Injectable } from '@nestjs/common';
import { CallFrames } from '../../calls/index.js';
import { refusalFrame } from '../error-frame.js';
import { presentedToken, type SignalConnection } from '../signal-connection.js';
import type { IceCandidateFrame } from '../wire/index.js';

/**
 * `ice-candidate`: a client's candidate. The server is ICE-lite: it validates candidates but learns paths from STUN
 * checks.
 */
@Injectable()
export class IceCandidateHandler {
  constructor(private readonly calls: CallFrames) {}

  async handle(frame: IceCandidateFrame, connection: SignalConnection): Promise<void> {
    const { data } = frame;
    const meant = frame.sessionId ? { sessionId: frame.sessionId } : connection.onlyOffer;
    // The refusal of the offer has already been sent.
    if (meant === 'refused') return;
    const { sessionId } = meant ?? { sessionId: '' };
    const endOfCandidates = '';
    const outcome = await this.calls.acceptCandidate(
      sessionId,
      data?.candidate ?? endOfCandidates,
      connection,
      presentedToken(frame, connection),
    );
    if (outcome.kind === 'refused') connection.send(refusalFrame(sessionId, outcome));
  }
}
