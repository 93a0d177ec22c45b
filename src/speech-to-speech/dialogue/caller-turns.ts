import { type AgentProgress, meaningOf, outcomeOf, type TurnOutcome } from '../../voice/turns/index.js';
import type { Protocol, ReconnectingLink } from '../connection/index.js';
import type { CallerTurnTimes } from './agent-turn.js';
import { GatheredAudio } from './gathered-audio.js';
import type { ResponseSlot } from './response-slot.js';

/** Longer than any "mhm" or cough: a voice that goes on for this long says something. */
const VOICE_THAT_IS_WORDS_MS = 1_000;

/** The same where telling the server of a turn interrupts it: longer than a cough, short enough for a "stop". */
const VOICE_THAT_INTERRUPTS_MS = 300;

/** How long the agent waits in silence for the words of what paused it; it then counts as an interruption. */
const TRANSCRIPT_PATIENCE_MS = 1_500;

/** Tells a server of the caller's turns, where Earshot detects them, and knows what became of the latest. */
export class CallerTurns {
  /** Present where Earshot decides when the agent answers. */
  private readonly responses: ResponseSlot | undefined;
  private readonly audio: GatheredAudio;
  private latest: CallerTurnTimes | undefined;
  /** What the latest turn became; unknown until the server tells. */
  private itemId: string | undefined;
  /** When words of the caller were heard that aren't answered yet, where the server tells of them as it hears them. */
  private lastHeardAtMs: number | undefined;
  /** Told the words of a turn that was ended early, as soon as they are known. */
  onWords: ((text: string) => void) | undefined;
  private tellWords: ((text: string) => void) | undefined;

  constructor(
    private readonly protocol: Protocol,
    private readonly link: ReconnectingLink,
    responses: ResponseSlot | undefined,
  ) {
    this.responses = responses;
    this.audio = new GatheredAudio(protocol.inputRateHz, (samples) => this.link.sendAudio(samples));
  }

  /** Whether a turn can be told of that may yet turn out to be none, without interrupting the agent. */
  get takesBack(): boolean {
    return !this.protocol.serverLeads;
  }

  /** Voice of the caller that counts as words when no words are known. */
  get voiceThatIsWordsMs(): number {
    return this.takesBack ? VOICE_THAT_IS_WORDS_MS : VOICE_THAT_INTERRUPTS_MS;
  }

  /** When the caller's latest words were heard that aren't answered yet. */
  get heardAtMs(): number | undefined {
    return this.lastHeardAtMs;
  }

  begin(): void {
    this.audio.drop();
    this.link.beginTurn();
  }

  send(samples: Int16Array): void {
    this.audio.add(samples);
  }

  /** What was sent since `begin` was no turn. */
  discard(): void {
    this.audio.drop();
    this.link.discardTurn();
  }

  end(times: CallerTurnTimes): void {
    this.ended(times);
    this.audio.flush();
    this.link.endTurn();
  }

  /** The turn that was ended early has ended: it is measured from then. */
  endedEarly(times: CallerTurnTimes): void {
    const transcriptAtMs = this.latest?.transcriptAtMs;
    if (transcriptAtMs !== undefined) times.transcriptAtMs = transcriptAtMs;
    this.latest = times;
  }

  /** The caller's turn has ended, whoever detected it. */
  ended(times: CallerTurnTimes): void {
    this.latest = times;
    this.itemId = undefined;
    if (this.lastHeardAtMs !== undefined) times.transcriptAtMs = this.lastHeardAtMs;
  }

  /**
   * What was said in the turn that has just ended, and that overlapped with the agent's speech. Never rejects.
   * @param progress Of the agent then; absent where nobody tells what is meant in the caller's language.
   */
  async understand(progress: AgentProgress | undefined): Promise<TurnOutcome> {
    if (!this.takesBack) return 'words';
    const text = await this.words();
    if (text === undefined) return 'words';
    if (text !== '') return progress ? outcomeOf(meaningOf(text, progress)) : 'words';
    if (this.itemId !== undefined) this.link.session?.forget(this.itemId);
    return 'nothing';
  }

  /** Has the turn that has ended answered; a server that leads does so unasked. */
  answer(): void {
    this.responses?.ask(undefined);
  }

  /** The answer that the provider is at, or is about to begin, isn't wanted any more. */
  cancelAnswer(): void {
    this.responses?.cancel();
  }

  /** The server made an item of the turn that ended last. */
  itemCreated(itemId: string): void {
    this.itemId ??= itemId;
  }

  /** The server has heard words of the caller. */
  heard(): void {
    this.lastHeardAtMs = performance.now();
    if (this.latest) this.latest.transcriptAtMs = this.lastHeardAtMs;
  }

  /** What the latest turn becomes in another session is yet to be told. */
  linkLost(): void {
    this.itemId = undefined;
  }

  /** The server knows all the words of an item. */
  wordsKnown(itemId: string, text: string): void {
    this.link.turnHeard();
    if (this.lastHeardAtMs !== undefined) this.latest = undefined;
    this.lastHeardAtMs = undefined;
    if (itemId !== this.itemId) return;
    if (this.latest) this.latest.transcriptAtMs = performance.now();
    this.tellWords?.(text.trim());
    this.onWords?.(text.trim());
  }

  /** The words of the turn that has just ended; undefined when they don't come in time. */
  private async words(): Promise<string | undefined> {
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<string | undefined>((resolve) => {
        this.tellWords = resolve;
        timer = setTimeout(() => resolve(undefined), TRANSCRIPT_PATIENCE_MS).unref();
      });
    } finally {
      clearTimeout(timer);
      this.tellWords = undefined;
    }
  }
}
