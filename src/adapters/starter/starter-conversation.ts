import { newId } from '../../common/ids/index.js';
import type {
  AgentContext,
  AgentConversation,
  AgentFault,
  CallerFrame,
  TurnLatency,
} from '../agent-adapter.js';
import { splitSentences, SpeechSegmenter, type RecognisedWord } from '../speech-engines/index.js';
import { heardText } from '../speech-tracking/index.js';
import {
  initialTurnTaking,
  nextDeadlineMs,
  step,
  turnTakingParameters,
  type SpeechKind,
  type TurnTakingDecision,
  type TurnTakingEvent,
  type TurnTakingState,
} from '../turn-taking/index.js';
import { Ear } from './ear.js';
import { Mouth } from './mouth.js';
import { StarterBrain } from './starter-brain.js';
import type { StarterEngines } from './starter-engines.js';
import { kindOfSpeech, understand, type Understanding } from './understanding.js';

/** So many failures of the engines in a row end the call. */
const MAX_FAULTS_IN_A_ROW = 3;

const NOTHING_SAID: Understanding = { words: [], otherSpeechMs: 0 };

/** Something the agent says, and why. */
interface Saying {
  readonly turnId: string;
  readonly text: string;
  readonly speech: SpeechKind;
  readonly endsCall: boolean;
  /** What it answers, so that the caller can go on with that while the answer is being prepared. */
  readonly answers: Understanding;
  /** End of the caller's speech, and what is known of the latency. */
  readonly speechEndMs?: number;
  readonly latency: TurnLatency;
}

/** One call with the starter agent: glue between ear, mouth, brain and turn-taking. */
export class StarterConversation implements AgentConversation {
  readonly #context: AgentContext;
  readonly #engines: StarterEngines;
  readonly #parameters;
  readonly #brain: StarterBrain;
  readonly #ear: Ear;
  readonly #mouth: Mouth;
  readonly #voiceActivity;
  #turnTaking: TurnTakingState;
  #saying: Saying | undefined;
  /** What the caller said before it went on. */
  #beginning: Understanding = NOTHING_SAID;
  #timer: NodeJS.Timeout | undefined;
  #faultsInARow = 0;
  #closed = false;

  private constructor(context: AgentContext, engines: StarterEngines, ear: Ear) {
    const { agent } = context;
    this.#context = context;
    this.#engines = engines;
    this.#ear = ear;
    this.#parameters = turnTakingParameters(agent.turnTaking);
    this.#brain = new StarterBrain(agent);
    this.#mouth = new Mouth(context.speech, (sentence) => engines.speak(sentence, agent.voice));
    this.#turnTaking = initialTurnTaking(engines.nowMs());
    const segmenter = new SpeechSegmenter(engines.voiceActivity.windowMs);
    this.#voiceActivity = engines.voiceActivity.open((probability, endMs) => {
      const event = segmenter.take(probability, endMs);
      const atMs = this.#engines.nowMs();
      if (event?.kind === 'started') this.#happen({ kind: 'caller-started', atMs, onsetMs: event.onsetMs });
      if (event?.kind === 'stopped') this.#happen({ kind: 'caller-stopped', atMs, endMs: event.endMs });
    });
  }

  /** Prepares to understand the agent's callers and begins with the greeting. @throws AgentFault */
  static async open(context: AgentContext, engines: StarterEngines): Promise<StarterConversation> {
    const vocabulary = await engines.prepare(context.agent);
    const conversation = new StarterConversation(context, engines, new Ear(engines.speech, vocabulary));
    conversation.#greet();
    return conversation;
  }

  hear(frame: CallerFrame): void {
    if (this.#closed) return;
    const nowMs = this.#engines.nowMs();
    this.#ear.hear(frame.samples, nowMs);
    this.#voiceActivity.push(frame.samples, nowMs);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#voiceActivity.close();
    this.#ear.cancel();
    this.#mouth.drop();
  }

  #greet(): void {
    const text = this.#context.agent.greeting?.trim() ?? '';
    if (text === '') this.#happen({ kind: 'agent-silent', atMs: this.#engines.nowMs() });
    else
      this.#say({
        turnId: newId('turn'),
        text,
        speech: 'greeting',
        endsCall: false,
        answers: NOTHING_SAID,
        latency: {},
      });
  }

  #happen(event: TurnTakingEvent): readonly TurnTakingDecision[] {
    if (this.#closed) return [];
    const { state, decisions } = step(this.#turnTaking, event, this.#parameters);
    this.#turnTaking = state;
    for (const decision of decisions) this.#carryOut(decision);
    this.#schedule();
    return decisions;
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    const dueMs = nextDeadlineMs(this.#turnTaking, this.#parameters);
    if (dueMs === undefined || this.#closed) return;
    const waitMs = Math.max(0, Math.ceil(dueMs - this.#engines.nowMs()));
    this.#timer = setTimeout(() => this.#happen({ kind: 'tick', atMs: this.#engines.nowMs() }), waitMs);
  }

  #carryOut(decision: TurnTakingDecision): void {
    const { emit, agent } = this.#context;
    switch (decision.kind) {
      case 'begin-turn':
        return this.#beginTurn(decision.fromMs);
      case 'discard-turn':
        return this.#ear.cancel();
      case 'end-turn':
        void this.#endTurn(decision.speechEndMs);
        return;
      case 'pause-agent':
        this.#mouth.pause();
        return emit({ kind: 'state', state: 'listening' });
      case 'resume-agent':
        this.#mouth.resume();
        return emit({ kind: 'state', state: 'speaking' });
      case 'drop-agent':
        return this.#dropAgent();
      case 'cancel-reply':
        return this.#cancelReply();
      case 'prompt': {
        const text =
          agent.turnTaking?.noInputPrompts?.[decision.index] ??
          this.#parameters.noInputPrompts[decision.index];
        return this.#say({
          turnId: newId('turn'),
          text: text ?? '',
          speech: 'prompt',
          endsCall: false,
          answers: NOTHING_SAID,
          latency: {},
        });
      }
      case 'hang-up':
        return emit({ kind: 'hang-up', reason: 'silence' });
    }
  }

  #beginTurn(fromMs: number): void {
    try {
      this.#ear.begin(fromMs, (words) => this.#hearSoFar(words));
    } catch (fault) {
      this.#fault(fault as AgentFault);
    }
  }

  #hearSoFar(words: readonly RecognisedWord[]): void {
    const heard = understand(words);
    const unfinished = this.#brain.isUnfinished(heard);
    const atMs = this.#engines.nowMs();
    this.#happen({ kind: 'words-so-far', atMs, count: heard.words.length, unfinished });
  }

  async #endTurn(speechEndMs: number): Promise<void> {
    const { emit } = this.#context;
    const endOfTurnMs = this.#engines.nowMs() - speechEndMs;
    if (!this.#saying) emit({ kind: 'state', state: 'thinking' });
    const latest = await this.#understandTurn();
    if (this.#closed) return;
    const atMs = this.#engines.nowMs();
    const transcriptMs = atMs - speechEndMs;
    const kind = kindOfSpeech(latest);
    const asksNothing = kind === 'backchannel' && !this.#brain.knows(latest) && !this.#saying;
    const heard = join(this.#beginning, latest);
    const outcome = asksNothing ? 'nothing' : kind;
    const turnId = newId('turn');
    if (kind !== 'nothing') {
      emit({ kind: 'transcript', speaker: 'caller', turnId, text: latest.words.join(' '), final: true });
    }
    const wasInterrupting = this.#saying !== undefined;
    const decisions = this.#happen({ kind: 'turn-understood', atMs, outcome });
    if (outcome === 'nothing' || (outcome === 'backchannel' && wasInterrupting)) {
      if (!this.#saying) emit({ kind: 'state', state: 'listening' });
      return;
    }
    if (decisions.some((decision) => decision.kind === 'cancel-reply')) {
      this.#beginning = heard;
      return;
    }
    this.#beginning = NOTHING_SAID;
    const { text, endsCall } = this.#brain.reply(heard);
    const latency = { endOfTurnMs, transcriptMs };
    this.#say({
      turnId: newId('turn'),
      text,
      speech: 'reply',
      endsCall,
      answers: heard,
      speechEndMs,
      latency,
    });
  }

  /** A turn that the engine failed on counts as one that wasn't understood, so that the caller is answered. */
  async #understandTurn(): Promise<Understanding> {
    try {
      const { words } = await this.#ear.end();
      this.#faultsInARow = 0;
      return understand(words);
    } catch (fault) {
      if (!this.#closed) this.#fault(fault as AgentFault);
      return { words: [], otherSpeechMs: Infinity };
    }
  }

  #say(saying: Saying): void {
    const { emit } = this.#context;
    this.#saying = saying;
    const since = () => this.#engines.nowMs() - (saying.speechEndMs ?? 0);
    let latency = saying.latency;
    this.#mouth.say(splitSentences(saying.text), {
      begun: () => {
        latency = { ...latency, firstAudioMs: since() };
        this.#happen({ kind: 'agent-started', atMs: this.#engines.nowMs(), speech: saying.speech });
        emit({ kind: 'state', state: 'speaking' });
        emit({
          kind: 'transcript',
          speaker: 'agent',
          turnId: saying.turnId,
          text: saying.text,
          final: false,
        });
      },
      heard: () => {
        if (saying.speechEndMs === undefined) return;
        emit({ kind: 'turn-latency', turnId: saying.turnId, latency: { ...latency, heardMs: since() } });
      },
      finished: () => this.#finished(saying),
      failed: (fault) => {
        this.#saying = undefined;
        this.#fault(fault);
        this.#happen({ kind: 'agent-silent', atMs: this.#engines.nowMs() });
        emit({ kind: 'state', state: 'listening' });
      },
    });
  }

  #finished(saying: Saying): void {
    const { emit } = this.#context;
    if (this.#closed) return;
    this.#saying = undefined;
    emit({ kind: 'transcript', speaker: 'agent', turnId: saying.turnId, text: saying.text, final: true });
    this.#happen({ kind: 'agent-finished', atMs: this.#engines.nowMs() });
    if (saying.endsCall) emit({ kind: 'hang-up', reason: 'agent' });
    else emit({ kind: 'state', state: 'listening' });
  }

  #dropAgent(): void {
    const saying = this.#saying;
    const part = this.#mouth.drop();
    this.#saying = undefined;
    if (!saying || !part) return;
    const { emit } = this.#context;
    const { turnId } = saying;
    emit({ kind: 'interrupted', turnId, sentMs: part.sentMs });
    const text = heardText(saying.text, part.sentMs, part.spokenMs);
    emit({ kind: 'transcript', speaker: 'agent', turnId, text, final: true });
    emit({ kind: 'state', state: 'thinking' });
  }

  #cancelReply(): void {
    if (!this.#saying) return;
    this.#mouth.drop();
    this.#beginning = this.#saying.answers;
    this.#saying = undefined;
    this.#context.emit({ kind: 'state', state: 'listening' });
  }

  #fault(fault: AgentFault): void {
    const { emit } = this.#context;
    this.#faultsInARow++;
    emit({ kind: 'fault', source: 'provider', code: fault.code });
    if (this.#faultsInARow >= MAX_FAULTS_IN_A_ROW) emit({ kind: 'failed', code: fault.code });
  }
}

function join(first: Understanding, second: Understanding): Understanding {
  return {
    words: [...first.words, ...second.words],
    otherSpeechMs: first.otherSpeechMs + second.otherSpeechMs,
  };
}
