import type { AgentContext, AgentConversation, AgentFault, CallerFrame } from '../../voice/agent-adapter.js';
import { SpeechSegmenter } from '../../voice/caller/index.js';
import {
  hearsOutCaller,
  initialTurnTaking,
  isBackchannel,
  nextDeadlineMs,
  step,
  turnTakingParameters,
  type TurnTakingDecision,
  type TurnTakingEvent,
  type TurnTakingState,
} from '../../voice/turns/index.js';
import { AgentSayings } from './agent-sayings.js';
import { CallerTurns, type EndedTurn } from './caller-turns.js';
import { Ear } from './ear.js';
import { Mouth } from './mouth.js';
import { StarterBrain } from './starter-brain.js';
import type { StarterEngines } from './starter-engines.js';
import { joinUnderstanding, NOTHING_SAID, type Understanding } from './understanding.js';

/** So many failures of the engines in a row end the call. */
const MAX_FAULTS_IN_A_ROW = 3;

/**
 * Silence that ends a turn whose words look unfinished, unless the document says otherwise. That they are the beginning of an example
 * is a weak hint (a misheard last word looks the same), so the caller isn't kept waiting for the three seconds that are usual
 * where a language model judges.
 */
const ENDPOINTING_MAX_MS = 1_500;

/**
 * Silence after a cough or an "okay" that paused the agent, at which it goes on: a little more than the detector needs to find the
 * silence, so that the recogniser, which tells words while they are spoken, has told the last one as well.
 */
const ASIDE_RESUME_MS = 160;

/**
 * Speech that makes the agent fall silent, unless the document says otherwise: as soon as a voice is found (two windows of the detector),
 * since the agent only pauses and goes on when it was none. With the way through the caller's network this leaves 200 ms in all.
 */
const INTERRUPTION_MIN_MS = 64;

const DEFAULTS = { endpointingMaxMs: ENDPOINTING_MAX_MS, interruptionMinMs: INTERRUPTION_MIN_MS };

/** One call with the starter agent: glue between the caller's turns, the agent's, the brain and turn-taking. */
export class StarterConversation implements AgentConversation {
  readonly #context: AgentContext;
  readonly #engines: StarterEngines;
  readonly #parameters;
  readonly #brain: StarterBrain;
  readonly #caller: CallerTurns;
  readonly #sayings: AgentSayings;
  readonly #voiceActivity;
  #turnTaking: TurnTakingState;
  /** What the caller said before it went on. */
  #beginning: Understanding = NOTHING_SAID;
  #timer: NodeJS.Timeout | undefined;
  #faultsInARow = 0;
  #closed = false;

  private constructor(context: AgentContext, engines: StarterEngines, ear: Ear) {
    const { agent } = context;
    this.#context = context;
    this.#engines = engines;
    this.#parameters = {
      ...turnTakingParameters({ ...DEFAULTS, ...agent.turnTaking }),
      asideResumeMs: ASIDE_RESUME_MS,
    };
    this.#brain = new StarterBrain(agent);
    this.#turnTaking = initialTurnTaking(engines.nowMs());
    this.#caller = this.#listenToCaller(ear);
    this.#sayings = this.#speakForAgent();
    this.#voiceActivity = this.#watchVoice();
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
    this.#caller.hear(frame.samples, frame.atMs);
    this.#voiceActivity.push(frame.samples, frame.atMs);
    if (!hearsOutCaller(this.#turnTaking)) return;
    const untilMs = this.#voiceActivity.judgedUntilMs;
    this.#happen({ kind: 'caller-heard', atMs: this.#engines.nowMs(), untilMs });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#voiceActivity.close();
    this.#caller.close();
    this.#sayings.close();
  }

  #listenToCaller(ear: Ear): CallerTurns {
    return new CallerTurns(ear, {
      wordsSoFar: (heard) => this.#hearSoFar(heard),
      worked: () => (this.#faultsInARow = 0),
      failed: (fault) => this.#fault(fault),
      emit: this.#context.emit,
    });
  }

  #speakForAgent(): AgentSayings {
    const { speech, agent, emit } = this.#context;
    const mouth = new Mouth(speech, (sentence) => this.#engines.speak(sentence, agent.voice));
    return new AgentSayings(mouth, this.#engines.nowMs, {
      started: (kind) => this.#happen({ kind: 'agent-started', atMs: this.#engines.nowMs(), speech: kind }),
      finished: () => this.#happen({ kind: 'agent-finished', atMs: this.#engines.nowMs() }),
      failed: (fault) => {
        this.#fault(fault);
        this.#happen({ kind: 'agent-silent', atMs: this.#engines.nowMs() });
      },
      emit,
    });
  }

  #watchVoice() {
    const segmenter = new SpeechSegmenter(this.#engines.voiceActivity.windowMs);
    return this.#engines.voiceActivity.open((window) => {
      const event = segmenter.take(window);
      const atMs = this.#engines.nowMs();
      if (event?.kind === 'suspected') this.#happen({ kind: 'caller-suspected', atMs });
      if (event?.kind === 'started') this.#happen({ kind: 'caller-started', atMs, onsetMs: event.onsetMs });
      if (event?.kind === 'stopped') this.#happen({ kind: 'caller-stopped', atMs, endMs: event.endMs });
    });
  }

  #greet(): void {
    const text = this.#context.agent.greeting?.trim() ?? '';
    if (text === '') this.#happen({ kind: 'agent-silent', atMs: this.#engines.nowMs() });
    else this.#sayings.say({ text, speech: 'greeting' });
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
    switch (decision.kind) {
      case 'begin-turn':
        return this.#caller.begin(decision.fromMs);
      case 'discard-turn':
        return this.#caller.discard();
      case 'end-turn':
        void this.#endTurn(decision.speechEndMs);
        return;
      case 'pause-agent':
        return this.#sayings.pause();
      case 'resume-agent':
        return this.#sayings.resume();
      case 'drop-agent':
        return this.#sayings.drop();
      case 'cancel-reply':
        this.#beginning = this.#sayings.cancel() ?? this.#beginning;
        return;
      case 'prompt':
        return this.#prompt(decision.index);
      case 'hang-up':
        return this.#context.emit({ kind: 'hang-up', reason: 'silence' });
    }
  }

  #prompt(index: number): void {
    this.#sayings.say({ text: this.#parameters.noInputPrompts[index] ?? '', speech: 'prompt' });
  }

  #hearSoFar(heard: Understanding): void {
    this.#happen({
      kind: 'words-so-far',
      atMs: this.#engines.nowMs(),
      count: heard.words.length,
      unfinished: this.#brain.isUnfinished(heard),
      backchannel: isBackchannel(heard.words.join(' ')),
    });
  }

  async #endTurn(speechEndMs: number): Promise<void> {
    const endOfTurnMs = this.#engines.nowMs() - speechEndMs;
    if (!this.#sayings.busy) this.#context.emit({ kind: 'state', state: 'thinking' });
    const ended = await this.#caller.end();
    if (!ended) return;
    const atMs = this.#engines.nowMs();
    const wasInterrupting = this.#sayings.busy;
    const outcome = this.#outcomeOf(ended);
    const heard = joinUnderstanding(this.#beginning, ended.heard);
    const decisions = this.#happen({ kind: 'turn-understood', atMs, outcome });
    if (outcome === 'nothing' || (outcome === 'backchannel' && wasInterrupting)) {
      if (!this.#sayings.busy) this.#context.emit({ kind: 'state', state: 'listening' });
      return;
    }
    if (decisions.some((decision) => decision.kind === 'cancel-reply')) {
      this.#beginning = heard;
      return;
    }
    this.#beginning = NOTHING_SAID;
    const latency = { endOfTurnMs, transcriptMs: atMs - speechEndMs };
    this.#sayings.say({
      ...this.#brain.reply(heard),
      speech: 'reply',
      answers: heard,
      speechEndMs,
      latency,
    });
  }

  /** A backchannel while nobody speaks asks for nothing, unless the agent has an answer to it. */
  #outcomeOf({ heard, kind }: EndedTurn): EndedTurn['kind'] {
    const asksNothing = kind === 'backchannel' && !this.#brain.knows(heard) && !this.#sayings.busy;
    return asksNothing ? 'nothing' : kind;
  }

  #fault(fault: AgentFault): void {
    const { emit } = this.#context;
    this.#faultsInARow++;
    emit({ kind: 'fault', source: 'provider', code: fault.code });
    if (this.#faultsInARow >= MAX_FAULTS_IN_A_ROW) emit({ kind: 'failed', code: fault.code });
  }
}
