import { type AgentProgress, meaningOf, turnOutcome, type TurnOutcome } from '../../voice/turns/index.js';
import type { Protocol, ReconnectingLink } from '../connection/index.js';
import type { CallerTurnTimes } from './agent-turn.js';
import { GatheredAudio } from './gathered-audio.js';
import type { ResponseSlot } from './response-slot.js';

/** A voice this long is neither a backchannel nor a cough, so it counts as words. */
const VOICE_THAT_IS_WORDS_MS = 1_000;

/** The same if sending the turn interrupts the server: longer than a cough, short enough for a "stop". */
const VOICE_THAT_INTERRUPTS_MS = 300;

/** How long the agent stays paused while it waits for the transcript; after that, the speech counts as a barge-in. */
const TRANSCRIPT_PATIENCE_MS = 1_500;

/** Sends the caller's turns to the server if Earshot detects them, and follows the latest one. */
export class CallerTurns {
  /** Present if Earshot decides when the agent answers. */
  private readonly responses: ResponseSlot | undefined;
  private readonly audio: GatheredAudio;
  private latest: CallerTurnTimes | undefined;
  /** Item id of the latest turn; undefined until the server reports it. */
  private itemId: string | undefined;
  /** When unanswered words of the caller were last recognized, for servers that report words as they hear them. */
  private lastHeardAtMs: number | undefined;
  /** Called with the words of an early-ended turn as soon as they are known. */
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

  /** True if a turn can be sent and still be discarded without interrupting the agent. */
  get takesBack(): boolean {
    return !this.protocol.serverLeads;
  }

  /** How long a voice must last to count as words while none are known. */
  get voiceThatIsWordsMs(): number {
    return this.takesBack ? VOICE_THAT_IS_WORDS_MS : VOICE_THAT_INTERRUPTS_MS;
  }

  /** When the latest unanswered words of the caller were recognized. */
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

  /** Discards the audio since `begin`: it was not a turn. */
  discard(): void {
    this.audio.drop();
    this.link.discardTurn();
  }

  end(times: CallerTurnTimes): void {
    this.ended(times);
    this.audio.flush();
    this.link.endTurn();
  }

  /** The early-ended turn has really ended; latency is measured from here. */
  endedEarly(times: CallerTurnTimes): void {
    const transcriptAtMs = this.latest?.transcriptAtMs;
    if (transcriptAtMs !== undefined) times.transcriptAtMs = transcriptAtMs;
    this.latest = times;
  }

  /** The caller's turn has ended, as detected by either side. */
  ended(times: CallerTurnTimes): void {
    this.latest = times;
    this.itemId = undefined;
    if (this.lastHeardAtMs !== undefined) times.transcriptAtMs = this.lastHeardAtMs;
  }

  /**
   * Classifies the turn that has just ended and that overlapped with the agent's speech. Never rejects.
   * @param progress Of the agent at that time; absent if words in the caller's language cannot be classified.
   */
  async understand(progress: AgentProgress | undefined): Promise<TurnOutcome> {
    if (!this.takesBack) return 'words';
    const text = await this.words();
    if (text === undefined) return 'words';
    if (text !== '') return progress ? turnOutcome(meaningOf(text, progress)) : 'words';
    if (this.itemId !== undefined) this.link.session?.forget(this.itemId);
    return 'nothing';
  }

  /** Requests an answer to the ended turn; a server that leads answers on its own. */
  answer(): void {
    this.responses?.ask(undefined);
  }

  /** The current or next answer of the provider is not wanted. */
  cancelAnswer(): void {
    this.responses?.cancel();
  }

  /** The server created an item for the turn that ended last. */
  itemCreated(itemId: string): void {
    this.itemId ??= itemId;
  }

  /** The server has recognized words of the caller. */
  heard(): void {
    this.lastHeardAtMs = performance.now();
    if (this.latest) this.latest.transcriptAtMs = this.lastHeardAtMs;
  }

  /** The new session has yet to report an item for the latest turn. */
  linkLost(): void {
    this.itemId = undefined;
  }

  /** The transcript of an item is complete. */
  wordsKnown(itemId: string, text: string): void {
    this.link.turnHeard();
    if (this.lastHeardAtMs !== undefined) this.latest = undefined;
    this.lastHeardAtMs = undefined;
    if (itemId !== this.itemId) return;
    if (this.latest) this.latest.transcriptAtMs = performance.now();
    this.tellWords?.(text.trim());
    this.onWords?.(text.trim());
  }

  /** The words of the turn that has just ended; undefined if they do not arrive in time. */
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
