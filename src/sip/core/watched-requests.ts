import type { OutgoingCallListener } from '../outgoing-call.js';
import type { SipFlow } from '../transport/sip-flow.js';
import type { SendRegister } from './registration.js';

/** Observes our requests that start something. */
export interface RequestWatch {
  /** Reports the owner of a call, registration or OPTIONS request, as named by its creator. */
  readonly owns?: (callId: string, owner: string) => void;
  /** The status of the first response or refusal; undefined if there was none. */
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
    // Responses that the core generates for timeouts and broken connections have no headers.
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
