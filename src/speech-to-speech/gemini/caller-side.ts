import { newId } from '../../common/ids/index.js';
import type { AgentContext, CallerFrame } from '../../voice/agent-adapter.js';
import {
  OwnTurns,
  sayExactly,
  ServerTurns,
  type CallerTurnTimes,
  type Dialogue,
  type TurnKeeper,
} from '../dialogue/index.js';
import { VoiceClock } from '../../voice/caller/index.js';
import type { VoiceActivityDetector } from '../../voice/caller/index.js';
import type { GeminiLink } from './gemini-protocol.js';
import { GEMINI_INPUT_RATE_HZ } from './gemini-target.js';

/**
 * Speech over the agent that interrupts it, where Earshot decides: the words of a turn are known only once the server was told of it,
 * which makes it give its answer up. Longer than a cough, and short enough that a "stop" counts.
 */
const VOICE_THAT_IS_WORDS_MS = 300;

export interface CallerSideOptions {
  readonly context: AgentContext;
  /** Whether Earshot finds out about turns; else the server does, and the detector measures times, where there is one. */
  readonly ownTurns: boolean;
  readonly detector: VoiceActivityDetector | undefined;
  readonly link: () => GeminiLink | undefined;
  readonly dialogue: () => Dialogue;
  /** The server is told of a turn of the caller: what it was saying it gives up. */
  turnTold(): void;
}

/** The caller's side of a Gemini conversation: its turns, whoever finds out about them, and its words. */
export class CallerSide {
  readonly turns: TurnKeeper;
  readonly #options: CallerSideOptions;
  /** Present where the server finds out about turns. */
  readonly #serverTurns: ServerTurns | undefined;
  readonly #clock: VoiceClock | undefined;
  /** What the caller says at the moment, as far as its words are known. */
  #words: { readonly itemId: string; text: string; atMs: number } | undefined;
  /** The server is being told what the caller says, so that nothing that it sends is an answer to it. */
  #telling = false;
  #toldTurn: CallerTurnTimes | undefined;

  constructor(options: CallerSideOptions) {
    this.#options = options;
    const { context, ownTurns, detector, dialogue } = options;
    const settings = context.agent.turnTaking ?? {};
    const hangUp = () => context.emit({ kind: 'hang-up', reason: 'silence' });
    const sampleRateHz = GEMINI_INPUT_RATE_HZ;
    if (ownTurns && detector) {
      this.turns = new OwnTurns({
        settings,
        detector,
        sampleRateHz,
        carrier: this.#carrier(),
        dialogue,
        hangUp,
      });
    } else {
      this.#clock = detector && new VoiceClock(detector, sampleRateHz);
      this.#serverTurns = new ServerTurns({
        settings,
        send: (samples) => options.link()?.sendAudio(samples),
        prompt: (text) => dialogue().ask('prompt', sayExactly(text)),
        hangUp,
      });
      this.turns = this.#serverTurns;
    }
  }

  /** Whether Earshot finds out about turns. */
  get decides(): boolean {
    return this.#serverTurns === undefined;
  }

  /** Whether the caller's turn is being told, so that whatever the server sends is of an answer that it is about to give up. */
  get telling(): boolean {
    return this.#telling;
  }

  hear(frame: CallerFrame): void {
    this.#clock?.hear(frame);
    this.#options.dialogue().hear(frame);
  }

  wordsKnown(delta: string): void {
    const { calls, transcripts } = this.#options.dialogue();
    this.#serverTurns?.callerSpoke();
    calls.callerSpoke();
    this.#words ??= { itemId: newId('turn'), text: '', atMs: 0 };
    this.#words.text += delta;
    this.#words.atMs = performance.now();
    if (this.#toldTurn) this.#toldTurn.transcriptAtMs = this.#words.atMs;
    transcripts.add(this.#words.itemId, delta);
  }

  /** The server gave up its answer, because it heard the caller. */
  interrupted(): void {
    if (!this.#serverTurns) return;
    this.#serverTurns.callerSpoke();
    const dialogue = this.#options.dialogue();
    dialogue.calls.callerSpoke();
    dialogue.interrupt();
  }

  /** The agent was asked to say something that isn't an answer to the caller. */
  agentAsked(): void {
    this.#clock?.takeEnd();
  }

  /** The first audio of an answer is there. */
  answerBegins(): void {
    const endedAtMs = this.#clock?.takeEnd();
    const dialogue = this.#options.dialogue();
    if (endedAtMs !== undefined) {
      const transcript = this.#words && { transcriptAtMs: this.#words.atMs };
      dialogue.callerTurn = { endedAtMs, takenAtMs: undefined, ...transcript };
    }
    this.finishWords();
  }

  /** The caller's turn is over, since it is being answered. */
  finishWords(): void {
    const words = this.#words;
    this.#words = undefined;
    this.#toldTurn = undefined;
    if (words) this.#options.dialogue().transcripts.finish(words.itemId, words.text);
  }

  close(): void {
    this.#clock?.close();
  }

  #carrier() {
    const { link } = this.#options;
    const end = () => {
      this.#telling = false;
      link()?.endTurn();
    };
    return {
      takesBack: false,
      voiceThatIsWordsMs: VOICE_THAT_IS_WORDS_MS,
      begin: () => {
        this.#telling = true;
        link()?.beginTurn();
        this.#options.turnTold();
      },
      send: (samples: Int16Array) => link()?.sendAudio(samples),
      discard: () => {
        this.#telling = false;
        link()?.discardTurn();
      },
      end: (times: CallerTurnTimes) => {
        if (this.#words) times.transcriptAtMs = this.#words.atMs;
        this.#toldTurn = times;
        end();
      },
      understand: () => Promise.resolve('words' as const),
      // The end of the caller's activity makes the server answer, and its beginning makes it stop.
      answer: () => undefined,
      cancelAnswer: () => undefined,
    };
  }
}
