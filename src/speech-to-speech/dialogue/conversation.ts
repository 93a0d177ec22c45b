import { turnTakingOf } from '../../agent-document/index.js';
import { samplesOf } from '../../audio/index.js';
import type { UsageAmounts } from '../../voice/provider-usage.js';
import {
  type AgentContext,
  type AgentConversation,
  AgentFault,
  type CallerFrame,
} from '../../voice/agent-adapter.js';
import { providerFault, type ProviderBudgets } from '../../providers/index.js';
import { type NoiseOptions, VoiceClock, type VoiceActivityDetector } from '../../voice/caller/index.js';
import type { CallTools } from '../../tools/index.js';
import {
  type LinkListener,
  ReconnectingLink,
  type AskedTools,
  type Protocol,
  type ProviderEvent,
  type ProviderSession,
} from '../connection/index.js';
import { AnswerEnds } from './answer-ends.js';
import type { AnswerWatch } from './answer-watch.js';
import { ReportedUserTurn } from './reported-user-turn.js';
import { CallerTurns } from './caller-turns.js';
import { ConversationHistory } from './conversation-history.js';
import { Dialogue } from './dialogue.js';
import { continueInstructions, repeatInstructions } from './instructions.js';
import { DtmfMessages } from './dtmf-messages.js';
import { OwnTurns } from './own-turns.js';
import { PreparedAnswer } from './prepared-answer.js';
import { ResponseSlot } from './response-slot.js';
import { ServerTurns } from './server-turns.js';

export interface ConversationOptions {
  /** The provider's name in documents. */
  readonly provider: string;
  readonly answered: AnswerWatch;
  readonly context: AgentContext;
  readonly protocol: Protocol;
  readonly budgets: ProviderBudgets;
  readonly tools: CallTools;
  /** True if Earshot detects the caller's turns, false if the provider's server does. */
  readonly ownTurns: boolean;
  /** Required for own turns; otherwise it measures when the caller fell silent. */
  readonly detector: VoiceActivityDetector | undefined;
  /** How noise around the caller is handled. */
  readonly noise: NoiseOptions;
}

/** One call with a speech-to-speech provider, for any protocol. */
export class Conversation implements AgentConversation {
  private readonly protocol: Protocol;
  private readonly history = new ConversationHistory();
  private readonly link: ReconnectingLink;
  private readonly dialogue: Dialogue;
  private readonly caller: ReportedUserTurn;
  /** Present if answers can be requested. */
  private readonly responses: ResponseSlot | undefined;
  private readonly prepared: PreparedAnswer;
  private readonly ends: AnswerEnds;

  private constructor(private readonly options: ConversationOptions) {
    const { context, protocol, budgets, answered, tools, ownTurns, detector, noise } = options;
    this.protocol = protocol;
    const settings = context.agent.turnTaking ?? {};
    const sampleRateHz = protocol.inputRateHz;
    const hearing = { settings, sampleRateHz, noise };
    const { history } = this;
    const said = () => history.items();
    const link = new ReconnectingLink({ protocol, budgets, signal: context.signal, said });
    const responses = !protocol.serverLeads ? new ResponseSlot(requestsOver(link)) : undefined;
    const callerTurns = new CallerTurns(protocol, link, responses);
    const prepared = this.preparedAnswer(responses);
    const send = (samples: Int16Array) => link.sendAudio(samples);
    const { speech: agent, trace } = context;
    const { languageCode } = context.agent;
    const progress = () => this.dialogue.answers.progress;
    const turns =
      ownTurns && detector
        ? new OwnTurns({ ...hearing, languageCode, progress, detector, callerTurns, prepared, agent, trace })
        : new ServerTurns({ ...hearing, send, clock: detector && new VoiceClock(detector, sampleRateHz) });
    const serverTurns = turns instanceof ServerTurns ? turns : undefined;
    this.link = link;
    tools.onChange(() => link.session?.updateTools?.());
    this.responses = responses;
    this.prepared = prepared;
    const parts = { context, budgets, answered, tools, protocol, link, history, turns, responses };
    this.dialogue = new Dialogue(parts);
    this.ends = new AnswerEnds({ ...parts, dialogue: this.dialogue });
    new DtmfMessages({ input: context.keys, protocol, link, history, dialogue: this.dialogue });
    this.caller = new ReportedUserTurn({
      protocol,
      history,
      callerTurns,
      serverTurns,
      dialogue: this.dialogue,
      interruptible: turnTakingOf(settings).interruption.enabled !== false,
    });
  }

  /** @throws AgentFault if the server is unreachable, refuses, or is not ready in time */
  static async open(options: ConversationOptions): Promise<Conversation> {
    const conversation = new Conversation(options);
    const dialogue = conversation.dialogue;
    await dialogue.begin(async () => {
      await conversation.connect({
        event: (event) => conversation.receive(event),
        lost: (detail) => conversation.loseLink(detail),
        replay: (session) => conversation.replay(session),
        restored: (turnEnded) => conversation.resume(turnEnded),
        failed: (code, detail) => {
          conversation.options.answered.ended(code);
          dialogue.fail(code, detail);
        },
      });
      // Sends context that the caller's app provided before the session existed.
      if (conversation.link.session) conversation.replay(conversation.link.session);
    });
    return conversation;
  }

  hear(frame: CallerFrame): void {
    this.dialogue.hear(frame);
  }

  async close(): Promise<void> {
    await this.dialogue.close();
  }

  private async connect(listener: LinkListener): Promise<void> {
    try {
      await this.link.open(listener);
    } catch (error) {
      const isOver = this.options.context.signal.aborted;
      if (error instanceof AgentFault) this.options.answered.ended(isOver ? 'cancelled' : error.code);
      throw error;
    }
  }

  private preparedAnswer(responses: ResponseSlot | undefined): PreparedAnswer {
    return new PreparedAnswer({
      responses,
      idle: () => !this.dialogue.answers.busy && !this.dialogue.calls.running,
      makeUp: () => this.makeUp(),
      receive: (event) => this.receive(event),
      emit: this.options.context.emit,
    });
  }

  private receive(event: ProviderEvent): void {
    const { answers, calls, over } = this.dialogue;
    if (event.kind === 'usage') return this.tellUsage(event.used, event.model);
    // A server that leads would keep talking after the agent has decided to hang up.
    if (over || (this.protocol.serverLeads && calls.hangsUp && !this.dialogue.saysGoodbye)) return;
    if (this.prepared.keeps(event)) return;
    switch (event.kind) {
      case 'speech-started':
      case 'speech-stopped':
      case 'caller-heard':
      case 'reply-due':
      case 'interrupted':
      case 'caller-item':
      case 'caller-transcript-delta':
      case 'caller-transcript':
        return this.caller.take(event);
      case 'response-created':
        return this.beginAnswer(event.responseId);
      case 'agent-item':
        answers.begin(event.responseId).unheard.add(event.itemId);
        return this.history.begin(event.itemId, 'assistant');
      case 'audio':
        return this.speak(event.responseId, event.itemId, samplesOf(Buffer.from(event.base64, 'base64')));
      case 'agent-transcript-delta':
        return answers.words(event.responseId, event.itemId, event.delta);
      case 'function-call':
        return calls.call({ ...event, turnId: answers.turnIdOf(event.responseId) });
      case 'functions-cancelled':
        return calls.cancel(event.callIds);
      case 'functions-called':
        return this.callFunctions(event.responseId);
      case 'response-done':
        return this.ends.take(event);
      case 'answer-refused':
        return this.responses?.refused();
      case 'error':
        return this.ends.tellFault(providerFault.error, event.detail);
    }
  }

  private tellUsage(used: UsageAmounts, model = this.protocol.modelId): void {
    const { context, provider } = this.options;
    context.emit({ kind: 'usage', usage: { ...used, stage: 'endToEnd', provider, model } });
  }

  private beginAnswer(responseId: string): void {
    this.caller.answerBegins();
    const turn = this.dialogue.answers.begin(responseId);
    if (this.responses?.begun() === false) turn.silenced = true;
  }

  private speak(responseId: string, itemId: string, samples: Int16Array): void {
    const outcome = this.dialogue.speak(responseId, itemId, samples);
    if (outcome === 'overflow') this.options.answered.ended(providerFault.flood);
  }

  private callFunctions(responseId: string): void {
    this.dialogue.replies.settle();
    this.dialogue.calls.complete(responseId);
  }

  private replay(session: ProviderSession): void {
    if (this.protocol.serverLeads) return;
    for (const item of this.history.items()) session.addItem(item);
  }

  private loseLink(detail: string | undefined): void {
    this.options.answered.ended(providerFault.lost);
    this.dialogue.loseLink(detail);
    this.prepared.lose();
    this.responses?.linkLost();
  }

  /** The server has the history; this replaces a lost answer. */
  private resume(turnEnded: boolean): void {
    const dialogue = this.dialogue;
    const { serverLeads, instructions } = this.protocol;
    const unfinished = dialogue.takeUnfinished();
    const asked = this.responses?.linkRestored() === true;
    // The server answers a replayed turn on its own.
    if (serverLeads && turnEnded) return dialogue.awaitReply();
    if (serverLeads ? this.link.turnOpen : asked || dialogue.turns.callerHasFloor) return;
    if (unfinished === 'speech') return dialogue.ask('reply', continueInstructions(instructions).trim());
    if (unfinished === 'nothing' || (!serverLeads && dialogue.calls.running)) return;
    dialogue.askAnew(this.makeUp());
  }

  /** If the caller's words were lost with the connection, the agent asks the caller to repeat them. */
  private makeUp(): string | undefined {
    const known = this.history.endsWithCaller || this.link.keepsTurn;
    return known ? undefined : repeatInstructions(this.protocol.instructions).trim();
  }
}

const requestsOver = (link: ReconnectingLink) => ({
  ask: (instructions: string | undefined, tools: AskedTools) => link.session?.ask(instructions, tools),
  cancelAnswer: () => link.session?.cancelAnswer(),
});
