import { Injectable } from '@nestjs/common';
import { CallsService } from '../../calls/index.js';
import type { IceCandidateFrame } from '../protocol.js';
import { refusalFrame } from '../refusal-frame.js';
import type { SignalConnection } from '../signal-connection.js';

/** `ice-candidate`: a path of the client's. The server is ICE-lite: it validates, and learns the path from STUN checks. */
@Injectable()
export class IceCandidateHandler {
  constructor(private readonly calls: CallsService) {}

  async handle({ sessionId, candidate }: IceCandidateFrame, connection: SignalConnection): Promise<void> {
    const outcome = await this.calls.acceptCandidate(sessionId, candidate, connection);
    if (outcome.kind === 'refused') connection.send(refusalFrame(sessionId, outcome));
  }
}
