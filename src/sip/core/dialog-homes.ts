import type { AsyncLocalStorage } from 'node:async_hooks';
import type { UserAgentCore } from 'sip.js/lib/core/index.js';
import type { Login } from '../sip-call.js';
import type { SipFlow } from '../transport/sip-flow.js';
import type { SipTransport } from '../transport/sip-transport.js';
import type { CoreContact } from './core-configuration.js';
import type { CoreInvite, InvitationHome } from './core-invite.js';
import type { DialogHome } from './dialog-home.js';
import type { InviteHome } from './outgoing-invite.js';
import type { CoreDialog } from './sip-dialog.js';

/** The parts of an endpoint that dialogs use. */
interface Ground {
  readonly core: UserAgentCore;
  readonly transport: SipTransport;
  readonly contact: CoreContact;
  readonly flowOfTask: AsyncLocalStorage<SipFlow>;
  readonly mayAct: () => boolean;
  readonly problem: (error: unknown) => void;
}

/** The dialogs of an endpoint and their shared dependencies. */
export class DialogHomes {
  readonly dialogs = new Map<string, CoreDialog>();
  /** Credentials of pending requests by Call-ID. */
  readonly logins = new Map<string, Login>();
  /** Invitations with an early dialog. */
  private readonly early = new Map<string, CoreInvite>();

  constructor(private readonly ground: Ground) {}

  /** The handler of UPDATEs, which the core does not support. */
  takerOf(dialogId: string): Pick<CoreDialog | CoreInvite, 'update'> | undefined {
    return this.dialogs.get(dialogId) ?? this.early.get(dialogId);
  }

  ofInvitation(flow: SipFlow): InvitationHome {
    return {
      ...this.of(flow),
      keepEarly: (id, invite) => this.early.set(id, invite),
      forgetEarly: (id) => this.early.delete(id),
    };
  }

  ofOwnCall(
    flow: SipFlow,
    { callId, login: given }: { readonly callId: string; readonly login: Login | undefined },
  ): InviteHome {
    const login = given && { ...given };
    if (login) this.logins.set(callId, login);
    const { retransmissions } = this.ground.transport;
    return {
      ...this.of(flow),
      settle: (method, branch) => retransmissions.settle(`${method} ${branch}`),
      // The call may be retrying another server under the same Call-ID.
      done: () => void (this.logins.get(callId) === login && this.logins.delete(callId)),
    };
  }

  dispose(): void {
    for (const dialog of this.dialogs.values()) dialog.dispose();
    this.dialogs.clear();
    this.early.clear();
  }

  private of(flow: SipFlow): DialogHome & { keep(dialog: CoreDialog): void } {
    const { core, transport, contact, flowOfTask, mayAct, problem } = this.ground;
    return {
      flow,
      mayAct,
      problem,
      within: (task, port) => flowOfTask.run(transport.alive(flow, port), task),
      contact: () => flowOfTask.run(flow, () => contact.toString()),
      replyStateless: (message, options) => flowOfTask.run(flow, () => core.replyStateless(message, options)),
      keep: (dialog) => this.dialogs.set(dialog.id, dialog),
      forget: (dialog) => this.dialogs.delete(dialog.id),
    };
  }
}
