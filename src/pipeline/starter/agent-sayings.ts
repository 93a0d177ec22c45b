import { newId } from '../../common/ids/index.js';
import type { AgentEvent, AgentFault, TurnLatency } from '../../voice/agent-adapter.js';
import { splitSentences } from '../../engines/built-in/index.js';
import { heardText } from '../../voice/speaker/index.js';
import type { SpeechKind } from '../../voice/turns/index.js';
import type { Mouth } from './mouth.js';
import { NOTHING_SAID, type Understanding } from './understanding.js';

/** Something for the agent to say, and why. */
export interface Utterable {
  readonly text: string;
  readonly speech: SpeechKind;
  /** The call ends once this was heard. */
  readonly endsCall?: boolean;
  /** What it answers, so that the caller can go on with that while the answer is being prepared. */
  readonly answers?: Understanding;
  /** End of the caller's speech, and what is known of the latency. */
  readonly speechEndMs?: number;
  readonly latency?: TurnLatency;
}

export interface AgentSayingsListener {
  started(speech: SpeechKind): void;
  /** All of it was heard. */
  finished(): void;
  failed(fault: AgentFault): void;
  emit(event: AgentEvent): void;
}

interface Saying extends Utterable {
  readonly turnId: string;
}

/** The agent's turns: gives them to the mouth, and tells what the caller heard of them. One at a time. */
export class AgentSayings {
  readonly #mouth: Mouth;
  readonly #listener: AgentSayingsListener;
  readonly #nowMs: () => number;
  #current: Saying | undefined;

  constructor(mouth: Mouth, nowMs: () => number, listener: AgentSayingsListener) {
    this.#mouth = mouth;
    this.#nowMs = nowMs;
    this.#listener = listener;
  }

  /** Something is being said, prepared or paused. */
  get busy(): boolean {
    return this.#current !== undefined;
  }

  say(utterable: Utterable): void {
    const saying: Saying = { ...utterable, turnId: newId('turn') };
    this.#current = saying;
    const sinceMs = () => this.#nowMs() - (saying.speechEndMs ?? 0);
    let latency = saying.latency ?? {};
    this.#mouth.say(splitSentences(saying.text), {
      begun: () => {
        latency = { ...latency, firstAudioMs: sinceMs() };
        this.#begun(saying);
      },
      heard: () => {
        if (saying.speechEndMs === undefined) return;
        const { turnId } = saying;
        this.#listener.emit({
          kind: 'turn-latency',
          turnId,
          latency: { ...latency, heardMs: sinceMs() },
        });
      },
      finished: () => this.#finished(saying),
      failed: (fault) => {
        this.#current = undefined;
        this.#listener.failed(fault);
        this.#listener.emit({ kind: 'state', state: 'listening' });
      },
    });
  }

  pause(): void {
    this.#mouth.pause();
    this.#listener.emit({ kind: 'state', state: 'listening' });
  }

  resume(): void {
    this.#mouth.resume();
    this.#listener.emit({ kind: 'state', state: 'speaking' });
  }

  /** The caller interrupted: the rest is forgotten. */
  drop(): void {
    const saying = this.#current;
    const part = this.#mouth.drop();
    this.#current = undefined;
    if (!saying || !part) return;
    const { turnId } = saying;
    const text = heardText(saying.text, part.sentMs, part.spokenMs);
    this.#listener.emit({ kind: 'interrupted', turnId, sentMs: part.sentMs });
    this.#listener.emit({ kind: 'transcript', speaker: 'agent', turnId, text, final: true });
    this.#listener.emit({ kind: 'state', state: 'thinking' });
  }

  /** Forgets what is being prepared. @returns What it would have answered; undefined when nothing was prepared. */
  cancel(): Understanding | undefined {
    const saying = this.#current;
    if (!saying) return undefined;
    this.#mouth.drop();
    this.#current = undefined;
    this.#listener.emit({ kind: 'state', state: 'listening' });
    return saying.answers ?? NOTHING_SAID;
  }

  close(): void {
    this.#mouth.drop();
  }

  #begun({ turnId, text, speech }: Saying): void {
    this.#listener.started(speech);
    this.#listener.emit({ kind: 'state', state: 'speaking' });
    this.#listener.emit({ kind: 'transcript', speaker: 'agent', turnId, text, final: false });
  }

  #finished({ turnId, text, endsCall }: Saying): void {
    this.#current = undefined;
    this.#listener.emit({ kind: 'transcript', speaker: 'agent', turnId, text, final: true });
    this.#listener.finished();
    if (endsCall) this.#listener.emit({ kind: 'hang-up', reason: 'agent' });
    else this.#listener.emit({ kind: 'state', state: 'listening' });
  }
}
