import type { CallerVoiceEvent } from '../../src/voice/caller/index.js';
import { meaningOf, NOTHING_SAID, turnOutcome } from '../../src/voice/turns/index.js';
import type { OfflineAgent, Words } from './offline-call.js';

/** What a recognizer that hears whole turns takes. */
const TRANSCRIPT_MS = 300;
/** A recognizer of whole turns is asked after so much silence, and takes a moment. */
const WHOLE_LATE_MS = 75;
/** Who falls silent so soon before the last sound has said it all. */
const WORD_MS = 150;
/** What it hears of an agent that nobody speaks over. */
const AGENT_WORDS = 'nine in the morning';

/**
 * How words are known: not at all, or as soon as a voice may have ended, by a recognizer of whole turns that makes no
 * mistakes, and hears the agent's words where the caller says none.
 */
export const WORDS_KNOWN = ['never', 'whole'] as const;
export type WordsKnown = (typeof WORDS_KNOWN)[number];

/** Times are of the call. */
export interface Said {
  readonly text: string;
  readonly fromMs: number;
  readonly untilMs: number;
}

/** An agent of which nothing is real but its turn-taking, told the words in one way or another. */
export class OfflineWords implements OfflineAgent {
  private tell: (words: Words) => void = () => undefined;
  private text = '';

  constructor(
    private readonly said: Said,
    private readonly words: WordsKnown,
    private readonly hasEcho: boolean,
  ) {}

  begin(tell: (words: Words) => void): void {
    this.tell = tell;
  }

  hear(): Promise<void> {
    return Promise.resolve();
  }

  follow(event: CallerVoiceEvent, nowMs: number): void {
    if (this.words === 'never' || (event.kind !== 'caller-hushed' && event.kind !== 'caller-stopped')) return;
    const { said } = this;
    const saysSome = said.untilMs > said.fromMs && event.endMs > said.fromMs;
    const isSaid = event.endMs >= said.untilMs - WORD_MS;
    const text = saysSome ? (isSaid ? said.text : '') : this.hasEcho ? AGENT_WORDS : '';
    this.text = text;
    const count = text === '' ? 0 : text.split(' ').length;
    const meaning = meaningOf(text, NOTHING_SAID);
    this.tell({
      atMs: nowMs + WHOLE_LATE_MS,
      event: { kind: 'words-so-far', count, unfinished: false, meaning },
    });
  }

  end(nowMs: number) {
    const outcome = turnOutcome(meaningOf(this.text, NOTHING_SAID));
    return Promise.resolve({ outcome, atMs: nowMs + TRANSCRIPT_MS });
  }

  heardAtMs(knownMs: number): number {
    return knownMs;
  }
}
