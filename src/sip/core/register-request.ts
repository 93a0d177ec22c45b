import { type IncomingResponseMessage, URI, type UserAgentCore } from 'sip.js/lib/core/index.js';
import { bracketed } from '../transport/local-addresses.js';
import type { SipFlow } from '../transport/sip-flow.js';
import type { Login } from '../sip-call.js';
import type { SendRegister } from './registration.js';

/** Sends REGISTER requests through the core. `logins`: credentials of pending requests by Call-ID. */
export function registerSender(
  core: UserAgentCore,
  within: <T>(flow: SipFlow, task: () => T) => T,
  logins: Map<string, Login>,
): SendRegister {
  return ({ domain, login, contactUser }, flow, { callId, fromTag, sequence, expiresSeconds }) =>
    new Promise((resolve) => {
      logins.set(callId, login);
      const own = new URI('sip', login.username, bracketed(domain));
      const options = { callId, fromTag, cseq: sequence };
      const headers = [
        `Contact: <${contactOn(flow, contactUser)}>;expires=${expiresSeconds}`,
        `Expires: ${expiresSeconds}`,
      ];
      const outgoing = within(flow, () =>
        core.makeOutgoingRequestMessage(
          'REGISTER',
          new URI('sip', '', bracketed(domain)),
          own,
          own,
          options,
          headers,
        ),
      );
      const done = ({ message }: { readonly message: IncomingResponseMessage }) => {
        logins.delete(callId);
        resolve({ message, sequence: outgoing.cseq });
      };
      within(flow, () => core.register(outgoing, { onAccept: done, onReject: done, onRedirect: done }));
    });
}

function contactOn({ protocol, local }: SipFlow, user: string): string {
  const parameters: Record<string, string> = protocol === 'UDP' ? {} : { transport: protocol.toLowerCase() };
  return new URI('sip', user, bracketed(local.host), local.port, parameters).toString();
}
