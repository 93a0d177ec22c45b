import {
  AgentFault,
  type AgentContext,
  type AgentConversation,
  type CallerFrame,
  type ConversationState,
} from '../../voice/agent-adapter.js';
import { CallerEar } from '../../voice/caller/index.js';
import { providerFault, type ProviderBudgets } from '../../providers/index.js';
import type { VoiceActivityDetector } from '../../voice/caller/index.js';
import type { ToolBox } from '../../tools/index.js';
import {
  isBackchannel,
  TurnDriver,
  turnTakingParameters,
  type TurnTakingDecision,
  type TurnTakingParameters,
} from '../../voice/turns/index.js';
import {
  Cancelled,
  STT_RATE_HZ,
  type LanguageModel,
  type SpeechToText,
  type StageChain,
  type TextToSpeech,
} from '../stages/index.js';
import { SentenceSpeaker } from '../tts/sentence-speaker.js';
import { AgentSpeaker, since, type GrowingLatency } from './agent-speaker.js';
import { AgentSide } from './agent-side.js';
import { CallerSide } from './caller-side.js';
import { ChatHistory } from './chat-history.js';
import { ReplyWriter } from './reply-writer.js';
import { soundsUnfinished } from './unfinished-words.js';

export interface CascadeConversationOptions {
  readonly context: AgentContext;
  readonly detector: VoiceActivityDetector;
  readonly stt: StageChain<SpeechToText>;
  readonly llm: StageChain<LanguageModel>;
  readonly tts: StageChain<TextToSpeech>;
  readonly tools: ToolBox;
  readonly budgets: ProviderBudgets;
  /** Silence of the caller after which its turn may be understood in advance, in milliseconds; 0: never. */
  readonly anticipateAfterMs: number;
  readonly outputRateHz: number;
}

/** Where words are known only once a turn is over, a voice that goes on for so long is no "mhm" and no cough. */
const VOICE_THAT_IS_WORDS_MS = 1_000;

/** One call with a traditional agent: voice detection, speech to text, language model, text to speech. */
export class CascadeConversation implements AgentConversation {
  readonly #options: CascadeConversationOptions;
  readonly #parameters: TurnTakingParameters;
  readonly #agent: AgentSide;
  readonly #speaker: AgentSpeaker;
  readonly #driver: TurnDriver;
  readonly #ear: CallerEar;
  readonly #caller: CallerSide;
  readonly #work = new Set<Promise<void>>();
  /** Words are told while the caller speaks. */
  readonly #wordsAreLive: boolean;
  #state: ConversationState | undefined;
  /** Words of the caller that no answer was given to yet. */
  #unanswered: string[] = [];
  #over = false;

  constructor(options: CascadeConversationOptions) {
    const { context, budgets, outputRateHz } = options;
    this.#options = options;
    this.#parameters = turnTakingParameters(context.agent.turnTaking);
    this.#wordsAreLive = options.stt.first?.capabilities.streaming ?? false;
    const history = new ChatHistory(context.agent.prompt ?? '');
    const budgetMs = budgets.replyTimeoutMs;
    const writer = new ReplyWriter({
      chain: options.llm,
      tools: options.tools,
      history,
      agent: context.agent,
      budgetMs,
    });
    this.#speaker = new AgentSpeaker({
      context,
      sentences: new SentenceSpeaker({ chain: options.tts, outputRateHz, budgetMs }),
      outputRateHz,
      started: (utterance) => {
        this.#driver.take({ kind: 'agent-started', speech: utterance.kind });
        this.#tellState('speaking');
      },
    });
    this.#agent = new AgentSide({
      context,
      history,
      writer,
      speaker: this.#speaker,
      finished: () => this.#rest('agent-finished'),
      silent: () => this.#rest('agent-silent'),
      failed: (error) => this.#fail(error),
    });
    this.#driver = new TurnDriver(this.#parameters, (decision) => this.#carryOut(decision));
    this.#ear = new CallerEar(options.detector, STT_RATE_HZ, (event) => {
      this.#driver.take(event);
      this.#caller.follow(event);
    });
    this.#caller = new CallerSide({
      context,
      ear: this.#ear,
      chain: options.stt,
      budgetMs,
      anticipateAfterMs: options.anticipateAfterMs,
      heard: (text) => this.#hearWords(text),
    });
    const { greeting } = context.agent;
    if (greeting !== undefined && greeting !== '') this.#agent.say('greeting', greeting);
    else this.#tellState('listening');
  }

  hear(frame: CallerFrame): void {
    if (this.#over) return;
    this.#ear.hear(frame);
    if (!this.#wordsAreLive) {
      this.#driver.takeLongVoiceForWords(VOICE_THAT_IS_WORDS_MS, this.#ear.heardUntilMs);
    }
  }

  async close(): Promise<void> {
    if (!this.#over) this.#agent.cutOff();
    this.#end();
    await Promise.all([this.#agent.close(), ...this.#work]);
  }

  #end(): void {
    this.#over = true;
    this.#driver.close();
    this.#caller.close();
    this.#ear.close();
    this.#agent.end();
  }

  #fail(error: unknown): void {
    if (this.#over || error instanceof Cancelled) return;
    this.#agent.cutOff();
    this.#end();
    const code = error instanceof AgentFault ? error.code : providerFault.error;
    this.#options.context.emit({ kind: 'failed', code });
  }

  #tellState(state: ConversationState): void {
    if (this.#over || state === this.#state) return;
    this.#state = state;
    this.#options.context.emit({ kind: 'state', state });
  }

  #carryOut(decision: TurnTakingDecision): void {
    switch (decision.kind) {
      case 'begin-turn':
        return this.#caller.begin(decision.fromMs);
      case 'discard-turn':
        return this.#caller.discard();
      case 'end-turn':
        return this.#inBackground(this.#endTurn(decision.speechEndMs));
      case 'pause-agent':
        return this.#speaker.voice.pause();
      case 'resume-agent':
        return this.#speaker.voice.resume();
      case 'drop-agent':
        if (this.#agent.interrupt()) this.#tellState('listening');
        return;
      case 'cancel-reply':
        return this.#takeBackReply();
      case 'prompt':
        return this.#agent.say('prompt', this.#parameters.noInputPrompts[decision.index] ?? '');
      case 'hang-up':
        return this.#options.context.emit({ kind: 'hang-up', reason: 'silence' });
    }
  }

  /** The agent has nothing more to say. */
  #rest(kind: 'agent-finished' | 'agent-silent'): void {
    this.#driver.take({ kind });
    this.#tellState('listening');
  }

  /** The caller went on before the agent began: its words become part of the longer turn. */
  #takeBackReply(): void {
    const words = this.#agent.takeBack();
    if (words !== undefined) this.#unanswered.unshift(words);
  }

  #hearWords(text: string): void {
    this.#driver.take({
      kind: 'words-so-far',
      count: text.split(/\s+/).length,
      unfinished: soundsUnfinished(text),
      backchannel: isBackchannel(text),
    });
  }

  async #endTurn(endedAtMs: number): Promise<void> {
    const latency: GrowingLatency = { endedAtMs };
    latency.endOfTurnMs = since(latency);
    const understood = this.#caller.end();
    if (this.#driver.state.agent === 'preparing') this.#tellState('thinking');
    const text = await understood;
    if (this.#over) return;
    if (text === undefined) return this.#driver.take({ kind: 'turn-understood', outcome: 'nothing' });
    latency.transcriptMs = since(latency);
    this.#understand(text, latency);
  }

  #understand(text: string, latency: GrowingLatency): void {
    if (text !== '') this.#unanswered.push(text);
    const backchannel = isBackchannel(text) && this.#unanswered.length === 1;
    // Words from before a mere noise still wait for their answer.
    const outcome = this.#unanswered.length === 0 ? 'nothing' : backchannel ? 'backchannel' : 'words';
    this.#driver.take({ kind: 'turn-understood', outcome });
    const { agent, turn } = this.#driver.state;
    if (agent === 'preparing' && this.#unanswered.length > 0) return this.#reply(latency);
    // A "mhm" while the agent speaks asks for nothing; words before a turn that is held belong to that one.
    if (backchannel && turn !== 'held') this.#unanswered.pop();
    if (agent === 'silent') this.#tellState('listening');
  }

  #reply(latency: GrowingLatency): void {
    this.#tellState('thinking');
    this.#agent.reply(this.#unanswered.splice(0).join(' '), latency);
  }

  #inBackground(work: Promise<void>): void {
    const guarded = work
      .catch((error: unknown) => this.#fail(error))
      .finally(() => this.#work.delete(guarded));
    this.#work.add(guarded);
  }
}
