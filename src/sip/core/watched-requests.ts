import type { OutgoingCallListener } from '../outgoing-call.js';
import type { SipFlow } from '../transport/sip-flow.js';
import type { SendRegister } from './registration.js';

/** Who is told of requests of ours that begin something. */
export interface RequestWatch {
  /** Whose a call, a registration or a question is, as whoever asked for it has named the owner. */
  readonly owns?: (callId: string, owner: string) => void;
  /** The status of the first answer, or of the refusal; undefined where no answer came. */
  readonly served?: (
    flow: SipFlow,
    method: 'INVITE' | 'OPTIONS' | 'REGISTER',
    status: number | undefined,
  ) => void;
}

export const watchedRegister =
  (send: SendRegister, watch: RequestWatch): SendRegister =>
  async (target, flow, request) => {
    watch.owns?.(request.callId, target.contactUser);
    const answer = await send(target, flow, request);
    // What the core makes up itself for a timeout or a broken connection has no headers.
    const isReal = answer?.message.hasHeader('call-id') === true;
    watch.served?.(flow, 'REGISTER', isReal ? answer.message.statusCode : undefined);
    return answer;
  };

export const watchedCall = (
  listener: OutgoingCallListener,
  flow: SipFlow,
  watch: RequestWatch,
): OutgoingCallListener => ({
  invited: (kept) => listener.invited?.(kept),
  answered: (answer) => listener.answered(answer),
  progressed: (status) => {
    watch.served?.(flow, 'INVITE', status);
    listener.progressed(status);
  },
  failed: (failure) => {
    watch.served?.(flow, 'INVITE', failure.kind === 'refused' ? failure.status : undefined);
    listener.failed(failure);
  },
});
