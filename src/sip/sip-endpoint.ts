import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type IncomingInviteRequest,
  IncomingRequestMessage,
  type Logger,
  TransactionState,
  type URI,
  UserAgentCore,
} from 'sip.js/lib/core/index.js';
import './core/core-values.js';
import { type CoreContact, contactOf, coreConfiguration } from './core/core-configuration.js';
import { CoreInvite } from './core/core-invite.js';
import { Registration, type RegistrationState, type RegistrationTarget } from './core/registration.js';
import { CoreOutgoingCall } from './core/outgoing-invite.js';
import { registerSender } from './core/register-request.js';
import { askOptions, type OptionsOutcome, type OptionsTarget } from './core/options-request.js';
import { watchedCall, watchedRegister } from './core/watched-requests.js';
import { type Obstacle, obstacleIn, requestObstacle, UNREADABLE } from './core/obstacles.js';
import { AbandonedInvites } from './core/abandoned-invites.js';
import { parseMessage } from './core/parse-message.js';
import { parseResponse } from './core/parse-response.js';
import { DialogHomes } from './core/dialog-homes.js';
import { keepSessionPart } from './core/session-body.js';
import { Resumption } from './core/resumption.js';
import { revivedSession } from './core/revived-session.js';
import { judgeWithin } from './judge-within.js';
import type { KeptDialog } from './kept-dialog.js';
import type { SipHead } from './messages/sip-head.js';
import { statelessReply } from './messages/stateless-reply.js';
import type { OutgoingCall, OutgoingCallListener, OutgoingCallRequest } from './outgoing-call.js';
import type { ResumeOutcome, ResumeRequest } from './resumed-call.js';
import type { ByeReason, Login } from './sip-call.js';
import type { SipCounts, SipEndpointOptions } from './sip-endpoint-options.js';
import type { SipFlow } from './transport/sip-flow.js';
import { SipTransport } from './transport/sip-transport.js';

/**
 * A SIP user agent for many numbers and peers. SIP.js's core runs transactions and dialogs; the transport and all
 * checks before the core are ours. Network input never makes it throw.
 */
export class SipEndpoint<Line> {
  readonly transport: SipTransport;
  private readonly core: UserAgentCore;
  private readonly logger: Logger;
  private readonly homes: DialogHomes;
  /** INVITEs of dead processes. */
  readonly abandoned: AbandonedInvites;
  /**
   * The flow of the current task. The core asks for its transport while it builds a message, and its timers inherit the
   * flow.
   */
  private readonly flowOfTask = new AsyncLocalStorage<SipFlow>();
  private loginOfTask: Login | undefined;
  private readonly within = <T>(flow: SipFlow, task: () => T): T => this.flowOfTask.run(flow, task);
  private readonly registrations = new Set<Registration>();
  private readonly contact: CoreContact;
  private calledUri: URI | undefined;
  private line: Line | undefined;
  private counted = { unreadable: 0, ignored: 0, refused: 0, parsed: 0, parseMs: 0 };

  private constructor(private readonly options: SipEndpointOptions<Line>) {
    const context = {
      agentName: options.agentName,
      flow: () => this.flowOfTask.getStore(),
      login: () => this.loginOfTask,
    };
    this.contact = contactOf(context);
    const configuration = coreConfiguration(context, this.contact);
    this.logger = configuration.loggerFactory.getLogger('endpoint');
    const core = new UserAgentCore(configuration, {
      onInvite: (request: IncomingInviteRequest) => this.invited(request),
    });
    this.core = core;
    this.transport = new SipTransport(options, {
      message: (...message) => this.receive(...message),
      unreadable: () => (this.counted.unreadable += 1),
      isKept: (transaction) => core.userAgentServers.has(transaction),
    });
    this.abandoned = new AbandonedInvites(core, options, this.transport);
    this.homes = new DialogHomes({
      core,
      transport: this.transport,
      contact: this.contact,
      flowOfTask: this.flowOfTask,
      mayAct: () => options.mayAct?.() ?? true,
      problem: options.problem,
    });
  }

  /** @throws Error when no port is free */
  static async listen<Line>(options: SipEndpointOptions<Line>): Promise<SipEndpoint<Line>> {
    const endpoint = new SipEndpoint(options);
    try {
      await endpoint.transport.listen();
      return endpoint;
    } catch (error) {
      endpoint.close();
      throw error;
    }
  }

  get port(): number {
    return this.transport.port;
  }

  counts(): SipCounts {
    return {
      dialogs: this.homes.dialogs.size,
      serverTransactions: this.core.userAgentServers.size,
      clientTransactions: this.core.userAgentClients.size,
      connections: this.transport.connectionCount,
      retransmitting: this.transport.retransmissions.count,
      retransmitted: this.transport.retransmissions.repeated,
      ...this.counted,
    };
  }

  /** Drops all dialogs silently and closes all sockets. Idempotent. */
  close(): void {
    for (const registration of this.registrations) void registration.stop();
    this.registrations.clear();
    this.homes.dispose();
    this.abandoned.dispose();
    this.core.dispose();
    this.transport.close();
  }

  /** Registers at a server and renews until stopped. */
  register(target: RegistrationTarget, onChange: (state: RegistrationState) => void): Registration {
    const send = registerSender(this.core, this.within, this.homes.logins);
    const registration = new Registration(target, watchedRegister(send, this.options), onChange);
    this.registrations.add(registration);
    return registration;
  }

  /** Resolves after the server's response or a timeout. */
  unregister(registration: Registration): Promise<void> {
    this.registrations.delete(registration);
    return registration.stop();
  }

  /** Checks with OPTIONS over the flow whether a server is up. Never rejects. */
  async ask(target: OptionsTarget, flow: SipFlow): Promise<OptionsOutcome> {
    const outcome = await askOptions(
      this.core,
      {
        within: this.within,
        logins: this.homes.logins,
        settle: (method, branch) => this.transport.retransmissions.settle(`${method} ${branch}`),
        owns: (callId, owner) => this.options.owns?.(callId, owner),
      },
      target,
      flow,
    );
    this.options.served?.(flow, 'OPTIONS', outcome.kind === 'answered' ? outcome.status : undefined);
    return outcome;
  }

  /** Starts a call over the flow. The listener is never called before this returns. */
  call(request: OutgoingCallRequest, flow: SipFlow, listener: OutgoingCallListener): OutgoingCall {
    const { callId, owner } = request;
    if (owner !== undefined) this.options.owns?.(callId, owner);
    const watched = watchedCall(listener, flow, this.options);
    return new CoreOutgoingCall(this.core, flow, request, watched, this.homes.ofOwnCall(flow, request));
  }

  /** Resumes a dialog of another process by a re-INVITE; undefined for an invalid snapshot. Never rejects. */
  async resume(kept: KeptDialog, request: ResumeRequest): Promise<ResumeOutcome | undefined> {
    const session = revivedSession(this.core, kept);
    if (!session) return undefined;
    const { callId } = kept;
    const home = this.homes.ofOwnCall(this.wayOf(kept), { callId, login: request.login });
    return new Resumption(session, kept, request, home).outcome;
  }

  /** Hangs up a call of another process that is not resumed. */
  hangUp(kept: KeptDialog, { cause, text }: ByeReason): void {
    const session = revivedSession(this.core, kept);
    const extraHeaders = [`Reason: Q.850;cause=${cause};text="${text}"`];
    if (session) this.flowOfTask.run(this.wayOf(kept), () => session.bye(undefined, { extraHeaders }));
  }

  /** The flow for requests within a saved dialog. */
  wayOf({ way: { protocol, address, port } }: KeptDialog): SipFlow {
    return this.transport.flowTo(protocol, address, port);
  }

  private receive(text: string, head: SipHead, flow: SipFlow, bytes: number): void {
    try {
      if (head.status !== undefined) return this.receiveResponse(text, head, flow);
      const judged = this.options.gate(head, flow);
      const { core } = this;
      const { dialogs } = this.homes;
      const verdict =
        judged.kind === 'continues' ? judgeWithin(judged, head, flow, { core, dialogs }) : judged;
      if (verdict.kind === 'ignored') this.counted.ignored += 1;
      else if (verdict.kind === 'refused') this.refuse(head, flow, verdict.status, verdict.headers, bytes);
      else this.receiveRequest(text, head, flow, verdict.line);
    } catch (error) {
      this.options.problem(error);
    }
  }

  private receiveResponse(text: string, head: SipHead, flow: SipFlow): void {
    const message = this.timed(() => parseResponse(text, head, this.logger));
    if (!message) {
      return void (this.counted.unreadable += 1);
    }
    if (this.abandoned.takes(message, flow)) return;
    keepSessionPart(message);
    this.loginOfTask = this.homes.logins.get(message.callId);
    try {
      this.flowOfTask.run(flow, () => this.core.receiveIncomingResponseFromTransport(message));
    } finally {
      this.loginOfTask = undefined;
    }
  }

  private receiveRequest(text: string, head: SipHead, flow: SipFlow, line: Line): void {
    const fault = requestObstacle(head);
    if (fault) return this.turnAway(head, flow, line, fault);
    const message = this.timed(() => parseMessage(text, this.logger));
    if (!(message instanceof IncomingRequestMessage) || !message.ruri) {
      return this.turnAway(head, flow, line, UNREADABLE);
    }
    const ruri = message.ruri;
    message.viaBranch = this.transactionOf(head);
    const obstacle = obstacleIn(head, keepSessionPart(message));
    if (obstacle) return this.turnAway(head, flow, line, obstacle);
    this.flowOfTask.run(flow, () => {
      if (head.method === 'UPDATE') return this.update(message, head, flow);
      if (ruri.scheme === 'sips') ruri.scheme = 'sip';
      // The core accepts only requests for its own user. Ours is every number; telephony refuses unassigned ones.
      this.contact.pubGruu = ruri;
      this.calledUri = ruri;
      this.line = line;
      try {
        this.core.receiveIncomingRequestFromTransport(message);
      } finally {
        this.contact.pubGruu = undefined;
        this.line = undefined;
      }
    });
  }

  /** An RFC 2543 ACK to a 2xx has the INVITE's branch, but belongs to the call, not the transaction. */
  private transactionOf({ method, transaction }: SipHead): string {
    const standing = method === 'ACK' ? this.core.userAgentServers.get(transaction) : undefined;
    return standing?.transaction.state === TransactionState.Accepted ? `${transaction} ACK` : transaction;
  }

  private update(message: IncomingRequestMessage, head: SipHead, flow: SipFlow): void {
    const id = message.callId + message.toTag + message.fromTag;
    const dialog = this.homes.takerOf(id);
    if (dialog) void dialog.update(message);
    else this.refuse(head, flow, 481);
  }

  private timed<T>(parse: () => T): T {
    const beganMs = performance.now();
    const message = parse();
    this.counted.parsed += 1;
    this.counted.parseMs += performance.now() - beganMs;
    return message;
  }

  private turnAway(head: SipHead, flow: SipFlow, line: Line, obstacle: Obstacle): void {
    if (head.method === 'INVITE' && head.toTag === '') {
      this.options.turnedAway?.(head, flow, line, obstacle);
    }
    this.refuse(head, flow, obstacle.status, obstacle.headers);
  }

  /**
   * @param mostBytes Limits amplification: a UDP sender may be forged, so its victim must not receive more than was
   * sent.
   */
  private refuse(
    head: SipHead,
    flow: SipFlow,
    status: number,
    headers?: readonly string[],
    mostBytes = Infinity,
  ): void {
    const reply = statelessReply(head, status, headers) ?? '';
    const isSent = flow.protocol !== 'UDP' || Buffer.byteLength(reply) <= mostBytes;
    this.counted[isSent ? 'refused' : 'ignored'] += 1;
    if (isSent && reply !== '') flow.send(reply).catch(() => undefined);
  }

  private invited(request: IncomingInviteRequest): void {
    const flow = this.flowOfTask.getStore();
    const { calledUri, line } = this;
    if (!flow || !calledUri || line === undefined) return void request.reject({ statusCode: 500 });
    request.trying();
    const invite = new CoreInvite(request, calledUri, flow, this.homes.ofInvitation(flow));
    this.options.invited(invite, line);
  }
}
