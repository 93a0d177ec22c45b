import type { AgentContext, CallerFrame } from '../../voice/agent-adapter.js';
import type { FaultCode } from '../../voice/fault-codes.js';
import { providerFault, type ProviderBudgets } from '../../providers/index.js';
import type { CallTools } from '../../tools/index.js';
import { unansweredWords } from '../../voice/earlier-words.js';
import type { JudgedOverlap } from '../../voice/overlap-evidence.js';
import { type SpeechKind, DedupedStateEmitter } from '../../voice/turns/index.js';
import type { AskedTools, Protocol, ReconnectingLink, ReplayedItem } from '../connection/index.js';
import { AfterFunctions } from './after-functions.js';
import { AgentAnswers, type AudioOutcome } from './agent-answers.js';
import type { CallerTurnTimes } from './agent-turn.js';
import type { AnswerWatch } from './answer-watch.js';
import { CallerTranscripts } from './caller-transcripts.js';
import type { ConversationHistory } from './conversation-history.js';
import { FunctionCalls } from './function-calls.js';
import { answerTo, sayExactly } from './instructions.js';
import { ReplyWatch } from './reply-watch.js';
import type { ResponseSlot } from './response-slot.js';
import type { TurnActions, TurnDetection } from './turn-detection.js';

export interface DialogueOptions {
  readonly context: AgentContext;
  readonly budgets: ProviderBudgets;
  readonly answered: AnswerWatch;
  readonly tools: CallTools;
  readonly protocol: Protocol;
  readonly link: ReconnectingLink;
  readonly history: ConversationHistory;
  readonly turns: TurnDetection;
  /** Present if Earshot decides when the agent answers. */
  readonly responses: ResponseSlot | undefined;
}

/** The answer that is due. */
interface Asked {
  readonly kind: SpeechKind;
  readonly instructions?: string | undefined;
  readonly tools?: AskedTools | undefined;
}

/** What a lost connection interrupted, to be repaired after reconnecting. */
export type Unfinished = 'nothing' | 'reply' | 'speech';

/** Coordinates both sides of a conversation and everything pending: answers, functions, turns, timeouts. */
export class Dialogue implements TurnActions {
  readonly transcripts: CallerTranscripts;
  readonly answers: AgentAnswers;
  readonly calls: FunctionCalls;
  readonly replies: ReplyWatch;
  readonly turns: TurnDetection;
  /** The caller's turn that is waiting for an answer. */
  callerTurn: CallerTurnTimes | undefined;
  private readonly afterFunctions: AfterFunctions;
  private readonly states: DedupedStateEmitter;
  private asked: Asked = { kind: 'reply' };
  private unfinished: Unfinished = 'nothing';
  private isOver = false;

  constructor(private readonly options: DialogueOptions) {
    const { context, budgets, tools, protocol, link, history } = options;
    this.states = new DedupedStateEmitter((state) => context.emit({ kind: 'state', state }));
    this.transcripts = new CallerTranscripts(context.emit);
    this.answers = new AgentAnswers({
      speech: context.speech,
      sampleRateHz: protocol.outputRateHz,
      emit: context.emit,
      history,
      session: () => link.session,
      quiet: () => this.becomeQuiet(),
    });
    this.calls = new FunctionCalls(tools, {
      called: (item) => history.add(item),
      answered: (item) => this.tellOutput(item),
      allAnswered: (responseId) => this.afterFunctions.goOn(responseId),
      fill: (text) => this.afterFunctions.fill(text),
      hangUp: (reason) => this.hangUp(reason),
      inCircles: () => this.fail(providerFault.error),
    });
    this.afterFunctions = new AfterFunctions(this, protocol);
    this.replies = new ReplyWatch(budgets.replyTimeoutMs, () => this.late());
    this.turns = options.turns;
    this.turns.attach(this);
  }

  /** True once the conversation has ended. */
  get over(): boolean {
    return this.isOver;
  }

  hear(frame: CallerFrame): void {
    if (!this.isOver) this.turns.hear(frame);
  }

  /** Connects to the provider and greets. @throws errors of `connect`, after cleaning up */
  async begin(connect: () => Promise<void>): Promise<void> {
    try {
      await connect();
    } catch (error) {
      await this.close();
      throw error;
    }
    this.greet();
  }

  /** True while the agent says goodbye before the call ends. */
  get saysGoodbye(): boolean {
    return this.calls.hangsUp && this.afterFunctions.goodbyeAsked;
  }

  /** Requests an answer; its deadline starts now. */
  ask(kind: SpeechKind, instructions?: string, tools?: AskedTools): void {
    this.turns.takeSpeechEnd();
    this.awaitReply({ kind, instructions, tools });
    this.askAgain();
  }

  /** Repeats the request for the answer that is due; its deadline stays. */
  askAgain(): void {
    const { responses, link } = this.options;
    const { instructions, tools } = this.asked;
    if (responses) responses.ask(instructions, tools);
    else link.session?.ask(instructions, tools);
  }

  /** Requests the lost answer again. @param instructions Used if it had none of its own. */
  askAnew(instructions: string | undefined): void {
    const { kind, tools } = this.asked;
    this.ask(kind, this.asked.instructions ?? instructions, tools);
  }

  awaitReply(asked: Asked = { kind: 'reply' }): void {
    this.asked = asked;
    this.turns.answerDue();
    if (!this.answers.speaking) this.states.tell('preparing');
    this.options.answered.due(performance.now());
    this.replies.expect(performance.now());
  }

  speak(responseId: string, itemId: string, samples: Int16Array): AudioOutcome {
    const nowMs = performance.now();
    const outcome = this.answers.audio(responseId, itemId, samples, nowMs, this.callerTurn);
    if (outcome === 'overflow') this.fail(providerFault.flood);
    if (outcome !== 'first' && outcome !== 'more') return outcome;
    this.replies.received(
      (samples.length * 1000) / this.options.protocol.outputRateHz,
      nowMs,
      outcome === 'first',
    );
    if (outcome === 'more') return outcome;
    this.options.answered.began(nowMs);
    this.callerTurn = undefined;
    this.states.tell('speaking');
    // May pause it at once.
    this.turns.agentStarted(this.asked.kind);
    return outcome;
  }

  pause(): void {
    this.answers.pause();
    this.states.tell('paused');
  }

  resume(): void {
    this.answers.resume();
    this.states.tell('speaking');
  }

  setGain(gain: number): void {
    this.options.context.speech.setGain(gain);
  }

  overlapJudged(overlap: JudgedOverlap): void {
    this.options.context.emit({ kind: 'overlap', overlap });
  }

  prompt(text: string): void {
    this.ask('prompt', sayExactly(text));
  }

  hangUpOnSilence(): void {
    this.hangUp('silence');
  }

  callerSpoke(): void {
    this.calls.callerSpoke();
  }

  turnTold(): void {
    // A server that leads drops its answer.
    if (this.options.protocol.serverLeads) this.replies.settle();
  }

  answerDue(times: CallerTurnTimes): void {
    this.callerTurn = times;
    this.awaitReply();
  }

  listening(): void {
    this.states.tell('silent');
  }

  /** Stops the agent at once, and drops what it was saying or about to say. */
  interrupt(isTooEarly = false): void {
    this.replies.settle();
    this.answers.interrupt(isTooEarly);
    // A caller who speaks during the goodbye wants to continue.
    this.calls.stay();
    this.states.tell('silent');
  }

  /** Playout has ended: the caller may speak, or the call ends. */
  becomeQuiet(): void {
    if (this.isOver) return;
    this.turns.heardOut();
    const hasMore = this.replies.waiting || this.calls.running;
    // A goodbye is still to come, or has to be requested.
    if (this.calls.hangsUp) return hasMore || this.calls.unfinished ? undefined : this.calls.hangUp();
    if (hasMore) return;
    this.states.tell('silent');
    this.turns.callersTurn();
  }

  loseLink(detail: string | undefined): void {
    this.tellFault(providerFault.lost, detail);
    const waited = this.replies.waiting || this.calls.running;
    const spoke = this.answers.abandon();
    this.unfinished = spoke ? 'speech' : waited ? 'reply' : 'nothing';
    this.replies.settle();
    this.turns.linkLost();
  }

  /** What the lost connection interrupted; read once, after reconnecting. */
  takeUnfinished(): Unfinished {
    const unfinished = this.unfinished;
    this.unfinished = 'nothing';
    return unfinished;
  }

  tellFault(code: FaultCode, detail?: string): void {
    this.options.context.emit({ kind: 'fault', source: 'provider', code, detail });
  }

  /** Ends the call: the agent cannot continue. */
  fail(code: FaultCode, detail?: string): void {
    if (this.isOver) return;
    this.end();
    this.options.context.emit({ kind: 'failed', code, detail });
  }

  /** No answer will arrive. If the answer was meant to end the call, the call ends normally. */
  giveUp(code: FaultCode, detail?: string): void {
    if (this.calls.hangsUp) this.calls.hangUp();
    else this.fail(code, detail);
  }

  async close(): Promise<void> {
    if (!this.isOver) this.answers.stop();
    this.end();
    await this.calls.settled();
  }

  private tellOutput(item: ReplayedItem): void {
    this.options.history.add(item);
    this.options.link.session?.addItem(item);
  }

  private late(): void {
    this.options.answered.ended(providerFault.timeout);
    this.giveUp(providerFault.timeout);
  }

  private greet(): void {
    const { context, protocol } = this.options;
    const { greeting } = context.agent;
    const unanswered = context.earlier && unansweredWords(context.earlier);
    if (unanswered !== undefined) return this.ask('reply', answerTo(protocol.instructions, unanswered));
    if (greeting === undefined || greeting === '') {
      this.states.tell('silent');
      return this.turns.callersTurn();
    }
    this.turns.greets();
    this.ask('greeting', sayExactly(greeting));
  }

  private hangUp(reason: string): void {
    this.afterFunctions.goodbyeAsked = false;
    this.states.end();
    this.options.context.emit({ kind: 'hang-up', reason });
  }

  private end(): void {
    this.isOver = true;
    this.states.end();
    this.replies.settle();
    this.turns.close();
    this.calls.close();
    this.options.link.close();
  }
}
