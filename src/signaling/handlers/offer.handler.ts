import { Injectable } from '@nestjs/common';
import type { CallOffer } from '../../call-admission/index.js';
import { CallsService } from '../../calls/index.js';
import { refusalFrame } from '../error-frame.js';
import { presentedToken, type SignalConnection } from '../signal-connection.js';
import type { OfferFrame } from '../wire/index.js';

/** `offer`: starts a session or renegotiates an existing one. */
@Injectable()
export class OfferHandler {
  constructor(private readonly calls: CallsService) {}

  async handle(frame: OfferFrame, connection: SignalConnection): Promise<void> {
    // Existing clients send null for a new session.
    const known = frame.sessionId ?? '';
    const offer = { ...callOfferOf(frame), ...presentedToken(frame, connection) };
    const outcome =
      known === ''
        ? await this.calls.open(offer, connection)
        : await this.calls.reoffer(known, offer, connection);
    if (known === '') connection.offered(outcome.kind === 'refused' ? undefined : outcome.sessionId);
    if (outcome.kind === 'refused') return connection.send(refusalFrame(known, outcome));
    const { sessionId, sdp, candidates } = outcome;
    connection.send({ type: 'answer', sessionId, data: { type: 'answer', sdp } });
    for (const candidate of candidates) connection.notify(sessionId, { kind: 'candidate', candidate });
  }
}

/** The call options in the frame; absent and null mean the same. */
function callOfferOf(frame: OfferFrame): CallOffer {
  const { agentVersionOverride: build } = frame;
  return {
    sdp: frame.data.sdp,
    mode: frame.mode ?? undefined,
    callSid: frame.callSid ?? undefined,
    features: frame.features ?? undefined,
    caller: frame.caller ?? undefined,
    callee: frame.callee ?? undefined,
    accountId: frame.accountId ?? undefined,
    projectId: frame.projectId ?? undefined,
    variantId: frame.variantId ?? undefined,
    agentVersionOverride: build
      ? {
          artifactVersion: build.artifactVersion ?? undefined,
          lambdaDeploymentVersion: build.lambdaDeploymentVersion ?? undefined,
        }
      : undefined,
  };
}
