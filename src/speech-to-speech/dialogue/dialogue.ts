import type { AgentContext, CallerFrame } from '../../voice/agent-adapter.js';
import type { FaultCode } from '../../voice/fault-codes.js';
import { providerFault, type ProviderBudgets } from '../../providers/index.js';
import type { CallTools } from '../../tools/index.js';
import { unansweredWords } from '../../voice/earlier-words.js';
import type { JudgedOverlap } from '../../voice/overlap-evidence.js';
import { type SpeechKind, ToldStates } from '../../voice/turns/index.js';
import type { AskedTools, Protocol, ReconnectingLink, ReplayedItem } from '../connection/index.js';
import { AgentAnswers, type AudioOutcome } from './agent-answers.js';
import type { CallerTurnTimes } from './agent-turn.js';
import type { AnswerWatch } from './answer-watch.js';
import { CallerTranscripts } from './caller-transcripts.js';
import type { ConversationHistory } from './conversation-history.js';
import { FunctionCalls } from './function-calls.js';
import { answerTo, sayExactly, sayGoodbye } from './instructions.js';
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
  /** Present where Earshot decides when the agent answers. */
  readonly responses: ResponseSlot | undefined;
}

/** What a break of the connection came upon, and what is to be made up for when it is healed. */
export type Unfinished = 'nothing' | 'reply' | 'speech';

/** The two sides of a conversation and what they wait for: answers, functions, turns, and patience. */
export class Dialogue implements TurnActions {
  readonly transcripts: CallerTranscripts;
  readonly answers: AgentAnswers;
  readonly calls: FunctionCalls;
  readonly replies: ReplyWatch;
  readonly turns: TurnDetection;
  /** The caller's turn that waits for its answer. */
  callerTurn: CallerTurnTimes | undefined;
  private readonly states: ToldStates;
  private asked: SpeechKind = 'reply';
  private unfinished: Unfinished = 'nothing';
  private isOver = false;
  private goodbyeAsked = false;

  constructor(private readonly options: DialogueOptions) {
    const { context, budgets, tools, protocol, link, history } = options;
    this.states = new ToldStates((state) => context.emit({ kind: 'state', state }));
    this.transcripts = new CallerTranscripts(context.emit);
    this.answers = new AgentAnswers({
      speech: context.speech,
      sampleRateHz: protocol.outputRateHz,
      maxQueuedSpeechMs: budgets.maxQueuedSpeechMs,
      emit: context.emit,
      heard: (itemId, text) => history.write(itemId, text),
      cutOff: (itemId, heardMs) => link.session?.truncate(itemId, heardMs),
      quiet: () => this.becomeQuiet(),
    });
    this.calls = new FunctionCalls(tools, {
      called: (item) => history.add(item),
      answered: (item) => this.tellOutput(item),
      allAnswered: (responseId) => this.goOnAfterFunctions(responseId),
      fill: (text) => this.fill(text),
      hangUp: (reason) => this.hangUp(reason),
      inCircles: () => this.fail(providerFault.error),
    });
    this.replies = new ReplyWatch(budgets.replyTimeoutMs, () => this.late());
    this.turns = options.turns;
    this.turns.attach(this);
  }

  /** Nothing is said or heard any more. */
  get over(): boolean {
    return this.isOver;
  }

  hear(frame: CallerFrame): void {
    if (!this.isOver) this.turns.hear(frame);
  }

  /** Connects to the provider and greets. @throws What `connect` throws, after all was released. */
  async begin(connect: () => Promise<void>): Promise<void> {
    try {
      await connect();
    } catch (error) {
      await this.close();
      throw error;
    }
    this.greet();
  }

  /** The agent says goodbye before the call ends. */
  get saysGoodbye(): boolean {
    return this.calls.hangsUp && this.goodbyeAsked;
  }

  /** Has the model answer, which is due from now on. */
  ask(kind: SpeechKind, instructions?: string, tools?: AskedTools): void {
    const { responses, link } = this.options;
    this.turns.takeSpeechEnd();
    if (responses) responses.ask(instructions, tools);
    else link.session?.ask(instructions, tools);
    this.awaitReply(kind);
  }

  awaitReply(kind: SpeechKind = 'reply'): void {
    this.asked = kind;
    this.turns.answerDue();
    if (!this.answers.speaking) this.states.tell('preparing');
    this.options.answered.due(performance.now());
    this.replies.expect(performance.now());
  }

  speak(responseId: string, itemId: string, samples: Int16Array): AudioOutcome {
    const nowMs = performance.now();
    const outcome = this.answers.audio(responseId, itemId, samples, nowMs, this.callerTurn);
    if (outcome === 'overflow') this.fail(providerFault.flood);
    if (outcome === 'overflow' || outcome === 'dropped') return outcome;
    this.replies.received(
      (samples.length * 1000) / this.options.protocol.outputRateHz,
      nowMs,
      outcome === 'first',
    );
    if (outcome === 'more') return outcome;
    this.options.answered.began(nowMs);
    this.callerTurn = undefined;
    this.turns.agentStarted(this.asked);
    this.states.tell('speaking');
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
    // A server that leads gives its answer up.
    if (this.options.protocol.serverLeads) this.replies.settle();
  }

  answerDue(times: CallerTurnTimes): void {
    this.callerTurn = times;
    this.awaitReply();
  }

  listening(): void {
    this.states.tell('silent');
  }

  /** The agent falls silent at once, and what it was saying or about to say is forgotten. */
  interrupt(): void {
    this.replies.settle();
    this.answers.interrupt();
    // A caller who speaks into a goodbye has something to say.
    this.calls.stay();
    this.states.tell('silent');
  }

  /** The caller has heard everything: it is the caller's turn, or the end of the call. */
  becomeQuiet(): void {
    if (this.isOver) return;
    this.turns.heardOut();
    const hasMore = this.replies.waiting || this.calls.running;
    // A goodbye is still to come, or to be asked for.
    if (this.calls.hangsUp) return hasMore || this.calls.unfinished ? undefined : this.calls.hangUp();
    if (hasMore) return;
    this.states.tell('silent');
    this.turns.callersTurn();
  }

  loseLink(): void {
    this.tellFault(providerFault.lost);
    const waited = this.replies.waiting || this.calls.running;
    const spoke = this.answers.abandon();
    this.unfinished = spoke ? 'speech' : waited ? 'reply' : 'nothing';
    this.replies.settle();
    this.turns.linkLost();
  }

  /** What the break of the connection came upon; asked once it is healed. */
  takeUnfinished(): Unfinished {
    const unfinished = this.unfinished;
    this.unfinished = 'nothing';
    return unfinished;
  }

  tellFault(code: FaultCode): void {
    this.options.context.emit({ kind: 'fault', source: 'provider', code });
  }

  /** The agent can't go on. */
  fail(code: FaultCode): void {
    if (this.isOver) return;
    this.end();
    this.options.context.emit({ kind: 'failed', code });
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

  private goOnAfterFunctions(responseId: string): void {
    const { serverLeads } = this.options.protocol;
    if (this.calls.hangsUp) return this.leave(this.answers.hasSpoken(responseId) || this.answers.speaking);
    if (serverLeads) return this.awaitReply();
    // While the caller speaks, the server will answer by itself, and knows the outcome by then.
    if (!this.turns.callerHasFloor) this.ask('reply');
  }

  /** @param said Whether the agent has said something to go with it. */
  private leave(said: boolean): void {
    const { serverLeads, instructions } = this.options.protocol;
    if (said || this.goodbyeAsked) {
      if (serverLeads) this.answers.abandon();
      return this.answers.busy ? undefined : this.calls.hangUp();
    }
    this.goodbyeAsked = true;
    if (serverLeads) return this.awaitReply();
    this.ask('reply', sayGoodbye(instructions, this.calls.handsOver).trim(), 'none');
  }

  /** Where a server leads, its model waits for the function, and nobody else can speak. */
  private fill(text: string): void {
    const { serverLeads } = this.options.protocol;
    if (serverLeads || this.isOver || this.answers.busy || this.turns.callerHasFloor) return;
    this.ask('reply', sayExactly(text), 'none');
  }

  private late(): void {
    this.options.answered.ended(providerFault.timeout);
    if (this.calls.hangsUp) this.calls.hangUp();
    else this.fail(providerFault.timeout);
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
    this.goodbyeAsked = false;
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
