import { Injectable } from '@nestjs/common';
import { CallsService } from '../../calls/index.js';
import type { OfferFrame } from '../protocol.js';
import { refusalFrame } from '../refusal-frame.js';
import type { SignalConnection } from '../signal-connection.js';

/** `offer`: begins a session, or renegotiates one that the client has. */
@Injectable()
export class OfferHandler {
  constructor(private readonly calls: CallsService) {}

  async handle(frame: OfferFrame, connection: SignalConnection): Promise<void> {
    const { sessionId: known } = frame;
    const outcome =
      known === ''
        ? await this.calls.open(frame, connection)
        : await this.calls.reoffer(known, frame, connection);
    if (outcome.kind === 'refused') return connection.send(refusalFrame(known, outcome));
    const { sessionId, sdp, candidates } = outcome;
    connection.send({ type: 'answer', sessionId, data: { type: 'answer', sdp } });
    for (const candidate of candidates) connection.notify(sessionId, { kind: 'candidate', candidate });
  }
}
