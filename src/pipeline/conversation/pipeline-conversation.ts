import { AgentFault, type AgentConversation, type CallerFrame } from '../../voice/agent-adapter.js';
import type { ProviderUsage } from '../../voice/provider-usage.js';
import type { CallerListener, CallerVoiceEvent } from '../../voice/caller/index.js';
import {
  type AgentProgress,
  isEnglish,
  judgedBy,
  meaningOf,
  NOTHING_SAID,
  seenWords,
  DedupedStateEmitter,
  TurnDriver,
  type TurnTakingDecision,
} from '../../voice/turns/index.js';
import { providerFault } from '../../providers/index.js';
import { Cancelled, joinTranscripts, type Expectations, type Transcript } from '../stages/index.js';
import { PipelineAgentTurn } from './pipeline-agent-turn.js';
import { AgentSpeaker } from './agent-speaker.js';
import { ConversationClaims } from './answer-claims.js';
import { anticipateAnswer } from './anticipate-answer.js';
import { UserTurn } from './user-turn.js';
import { ChatHistory } from './chat-history.js';
import { createListener } from './create-listener.js';
import { earlierMessages } from './earlier-messages.js';
import { DtmfInput } from './dtmf-input.js';
import { OwnBackchannel } from './own-backchannel.js';
import type { PipelineOptions } from './pipeline-options.js';
import { ReplyLatency } from './reply-latency.js';
import { ReplyWriter } from './reply-writer.js';
import { SentenceSpeaker } from './sentence-speaker.js';
import { turnKnowledge } from './turn-knowledge.js';
import { kindOfTurn, wordsHeard } from './words-heard.js';
import { AgentWords } from '../words/index.js';

/** For providers without partial results: a voice this long is neither a backchannel nor a cough. */
const VOICE_THAT_IS_WORDS_MS = 1_000;

/** A turn that could not be recognized counts as unknown words, so that the caller gets an answer. */
const NOT_UNDERSTOOD: Transcript = { text: '', doubtful: true };

/** One call: VAD, turn detection, speech to text, language model, text to speech. */
export class PipelineConversation implements AgentConversation {
  private readonly agent: PipelineAgentTurn;
  private readonly words: AgentWords;
  private readonly speaker: AgentSpeaker;
  private readonly backchannel: OwnBackchannel;
  private readonly driver: TurnDriver;
  private readonly listener: CallerListener;
  private readonly caller: UserTurn;
  private readonly keys: DtmfInput;
  private readonly history: ChatHistory;
  private readonly expectations: Expectations | undefined;
  private readonly work = new Set<Promise<void>>();
  private readonly faultsInARow = { understanding: 0, answering: 0 };
  private readonly states: DedupedStateEmitter;
  /** Caller words that have no answer yet. */
  private unanswered: Transcript[] = [];
  /** The agent's progress when the open turn began; undefined if the caller's words cannot be classified. */
  private progress: AgentProgress | undefined;
  private heardSoFar: Transcript = { text: '' };
  private over = false;
  private readonly used = (usage: ProviderUsage) => this.options.context.emit({ kind: 'usage', usage });

  constructor(private readonly options: PipelineOptions) {
    const { context, llm, nowMs } = options;
    this.states = new DedupedStateEmitter((state) => context.emit({ kind: 'state', state }));
    this.expectations = llm.first?.expectations?.(context.agent);
    const { agent, earlier } = context;
    this.history = new ChatHistory(agent.prompt ?? '', earlierMessages(earlier), earlier?.instructions);
    this.words = new AgentWords(context.agent);
    this.speaker = this.makeSpeaker();
    this.backchannel = this.speaker.backchannel();
    this.agent = this.makeAgentTurn();
    const turnTaking = judgedBy(options.detector, options.turnTaking, context.agent.languageCode);
    this.driver = new TurnDriver(turnTaking, (decision) => this.carryOut(decision), {
      nowMs,
      settled: () => this.tellState(),
      trace: context.trace,
    });
    this.listener = createListener(options, (event) => this.follow(event));
    this.caller = new UserTurn({
      ...options,
      ...{ listener: this.listener, chain: options.stt, budgetMs: options.replyTimeoutMs },
      heard: (soFar) => this.hearWords(soFar),
      awaited: () => this.expectations?.awaited(),
    });
    this.keys = new DtmfInput({
      input: context.keys,
      ...{ driver: this.driver, agent: this.agent, history: this.history },
      hasModel: options.checksClaims,
      owe: (pressed) => this.unanswered.push(pressed),
      answer: () => this.reply(new ReplyLatency(nowMs(), nowMs)),
    });
    const greeting = context.agent.greeting?.trim() ?? '';
    this.agent.greet(greeting);
    if (greeting !== '') this.driver.take({ kind: 'greeting-due' });
    this.keys.resume(context.earlier);
    this.tellState();
  }

  private follow(event: CallerVoiceEvent): void {
    this.driver.take(event.kind === 'words-seen' ? seenWords(event, this.progress ?? NOTHING_SAID) : event);
    this.caller.follow(event);
    this.backchannel.follow(event);
  }

  hear(frame: CallerFrame): void {
    if (this.over) return;
    this.listener.hear(frame, this.driver.state.agent === 'speaking');
    this.backchannel.offer(this.driver.state, this.options.nowMs());
    if (this.options.stt.first?.capabilities.streaming) return;
    this.driver.takeLongVoiceForWords(VOICE_THAT_IS_WORDS_MS, this.listener.heardUntilMs);
  }

  async close(): Promise<void> {
    if (!this.over) this.agent.cutOff();
    this.end();
    await Promise.all([this.agent.close(), ...this.work]);
  }

  private makeSpeaker(): AgentSpeaker {
    const { context, tts: chain, outputRateHz, replyTimeoutMs: budgetMs } = this.options;
    return new AgentSpeaker({
      context,
      sentences: new SentenceSpeaker({ chain, outputRateHz, budgetMs, words: this.words, used: this.used }),
      outputRateHz,
      started: ({ kind }) => this.driver.take({ kind: 'agent-started', speech: kind }),
    });
  }

  private makeAgentTurn(): PipelineAgentTurn {
    const { context, llm: chain, tools, replyTimeoutMs: budgetMs } = this.options;
    const { agent, signal: callSignal } = context;
    const knowledge = turnKnowledge(context);
    const { history } = this;
    const claims = ConversationClaims.of({ ...context, history }, this.options.checksClaims);
    return new PipelineAgentTurn({
      context,
      history,
      writer: new ReplyWriter({
        ...{ chain, tools, history, agent, budgetMs, callSignal, used: this.used, knowledge, claims },
      }),
      speaker: this.speaker,
      finished: (hangUp) => {
        this.faultsInARow.answering = 0;
        this.rest('agent-finished', hangUp);
      },
      silent: (hangUp) => this.rest('agent-silent', hangUp),
      failed: (error) => this.failToAnswer(error),
    });
  }

  private end(): void {
    this.over = true;
    this.states.end();
    this.driver.close();
    this.caller.close();
    this.listener.close();
    this.agent.end();
  }

  private fail(error: unknown): void {
    if (this.over || error instanceof Cancelled) return;
    this.agent.cutOff();
    this.end();
    const { code, detail } =
      error instanceof AgentFault ? error : { code: providerFault.error, detail: undefined };
    this.options.context.emit({ kind: 'failed', code, detail });
  }

  /** Whether the call continues after a fault. */
  private bears(error: unknown, work: 'understanding' | 'answering'): boolean {
    if (this.over || !(error instanceof AgentFault)) return false;
    if (this.options.borneFaults.has(error.code)) return true;
    return ++this.faultsInARow[work] < this.options.maxFaultsInARow;
  }

  private failToAnswer(error: unknown): void {
    if (!this.bears(error, 'answering')) return this.fail(error);
    this.agent.cutOff();
    this.driver.take({ kind: 'agent-silent' });
    this.keys.agentRested();
  }

  /** The greeting is prepared before turn-taking starts. */
  private tellState(): void {
    const { agent } = this.driver.state;
    this.states.tell(agent === 'silent' && this.agent.busy ? 'preparing' : agent);
  }

  private carryOut(decision: TurnTakingDecision): void {
    const { context, turnTaking } = this.options;
    switch (decision.kind) {
      case 'begin-turn':
        this.progress = isEnglish(context.agent.languageCode) ? this.agent.progress : undefined;
        return this.caller.begin(decision.fromMs);
      case 'discard-turn':
        return this.caller.discard();
      case 'begin-early':
        return this.agent.prepare(joinTranscripts([...this.unanswered, { text: this.heardSoFar.text }]));
      case 'abandon-early':
        return this.agent.discardPrepared();
      case 'end-turn':
        return this.inBackground(this.endTurn(decision.speechEndMs, decision.isHum === true));
      case 'pause-agent':
        return this.speaker.voice.pause();
      case 'set-gain':
        return context.speech.setGain(decision.gain);
      case 'overlap-judged':
        return context.emit({ kind: 'overlap', overlap: decision.overlap });
      case 'resume-agent':
        return this.speaker.voice.resume();
      case 'drop-agent':
        return this.agent.interrupt();
      case 'cancel-reply':
        return this.takeBackReply();
      case 'prompt':
        return this.agent.say('prompt', turnTaking.noInputPrompts[decision.index] ?? '');
      case 'hang-up':
        return this.hangUp('silence');
    }
  }

  /** The agent has nothing more to say. */
  private rest(kind: 'agent-finished' | 'agent-silent', hangUp: string | undefined): void {
    if (hangUp !== undefined) this.hangUp(hangUp);
    this.driver.take({ kind });
    this.keys.agentRested();
  }

  private reply(latency: ReplyLatency): void {
    this.agent.reply(joinTranscripts(this.unanswered.splice(0)), latency);
  }

  private hangUp(reason: string): void {
    this.states.end();
    this.options.context.emit({ kind: 'hang-up', reason });
  }

  /** The caller continued before the agent began: adds the answered words to the longer turn. */
  private takeBackReply(): void {
    const heard = this.agent.takeBack();
    if (heard) this.unanswered.unshift(heard);
  }

  private hearWords(soFar: Transcript): void {
    this.heardSoFar = soFar;
    this.agent.hear(soFar.text);
    const { progress } = this;
    const meaning = progress && meaningOf(soFar.text, progress, soFar.settled !== true);
    this.driver.take(wordsHeard(soFar, this.expectations, meaning));
    if (this.driver.state.hushed && this.expectations && soFar.completeness === undefined) {
      this.inBackground(anticipateAnswer(soFar, this.expectations, { ...this.options, words: this.words }));
    }
  }

  private async endTurn(endedAtMs: number, isHum: boolean): Promise<void> {
    const latency = new ReplyLatency(endedAtMs, this.options.nowMs);
    latency.reach('endOfTurnMs');
    const heard = await this.understand();
    if (this.over) return;
    latency.reach('transcriptMs');
    this.answer(heard, isHum, latency);
  }

  private async understand(): Promise<Transcript> {
    try {
      const heard = (await this.caller.end()) ?? { text: '' };
      this.faultsInARow.understanding = 0;
      // Only a model with expectations can answer unclear words.
      return this.expectations ? heard : { text: heard.text };
    } catch (error) {
      if (!this.bears(error, 'understanding')) throw error;
      return NOT_UNDERSTOOD;
    }
  }

  private answer(heard: Transcript, isHum: boolean, latency: ReplyLatency): void {
    const kind = kindOfTurn(heard, this.progress, this.agent.busy ? undefined : this.expectations);
    const own = isHum && kind.outcome === 'words' ? 'backchannel' : kind.outcome;
    if (own === 'words' || own === 'backchannel') this.unanswered.push(heard);
    const isAside = own !== 'words' && this.unanswered.length === (own === 'backchannel' ? 1 : 0);
    // Words from before a noise still need their answer.
    const outcome = isAside ? own : 'words';
    this.driver.take({ kind: 'turn-understood', outcome });
    const { agent, turn } = this.driver.state;
    if (agent === 'preparing' && this.unanswered.length > 0) {
      const again = kind.meaning === 'hello' && this.unanswered.length === 1 && this.agent.maySayAgain;
      return again ? this.agent.sayAgain(this.unanswered.splice(0), latency) : this.reply(latency);
    }
    this.agent.discardPrepared();
    // A backchannel over the agent's speech needs no answer. Words before a held turn belong to that turn.
    if (outcome === 'backchannel' && turn !== 'held') this.unanswered.pop();
  }

  private inBackground(work: Promise<void>): void {
    const guarded = work.catch((error: unknown) => this.fail(error)).finally(() => this.work.delete(guarded));
    this.work.add(guarded);
  }
}
