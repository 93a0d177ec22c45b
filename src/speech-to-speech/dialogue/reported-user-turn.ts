import type { CallerEvent, Protocol } from '../connection/index.js';
import type { CallerTurns } from './caller-turns.js';
import type { ConversationHistory } from './conversation-history.js';
import type { Dialogue } from './dialogue.js';
import type { ServerTurns } from './server-turns.js';

export interface ReportedUserTurnOptions {
  readonly protocol: Protocol;
  readonly history: ConversationHistory;
  readonly callerTurns: CallerTurns;
  /** Present if the server detects the turns. */
  readonly serverTurns: ServerTurns | undefined;
  readonly dialogue: Dialogue;
  readonly interruptible: boolean;
}

/** The caller's turns and words, as the server reports them. */
export class ReportedUserTurn {
  constructor(private readonly options: ReportedUserTurnOptions) {}

  take(event: CallerEvent): void {
    switch (event.kind) {
      case 'speech-started':
        return this.begins();
      case 'speech-stopped':
        return this.ends();
      case 'caller-heard':
        return this.heard();
      case 'reply-due':
        return this.awaitReply();
      case 'interrupted':
        return this.interrupted();
      case 'caller-item':
        this.options.callerTurns.itemCreated(event.itemId);
        return this.options.history.begin(event.itemId, 'user');
      case 'caller-transcript-delta':
        return this.options.dialogue.transcripts.add(event.itemId, event.delta);
      case 'caller-transcript':
        return this.wordsKnown(event.itemId, event.text);
    }
  }

  /** An answer begins. If the server does not report turns, latency is measured from the caller's last speech. */
  answerBegins(): void {
    const { dialogue, callerTurns } = this.options;
    const endedAtMs = dialogue.turns.takeSpeechEnd();
    if (endedAtMs === undefined) return;
    const transcriptAtMs = callerTurns.heardAtMs;
    const transcript = transcriptAtMs === undefined ? {} : { transcriptAtMs };
    dialogue.callerTurn = { endedAtMs, takenAtMs: undefined, ...transcript };
  }

  private begins(): void {
    const { serverTurns, dialogue, interruptible } = this.options;
    if (!serverTurns) return;
    serverTurns.callerBegan();
    dialogue.callerSpoke();
    if (interruptible) dialogue.interrupt();
  }

  private ends(): void {
    const { serverTurns, dialogue, callerTurns, protocol } = this.options;
    if (!serverTurns) return;
    serverTurns.callerEnded();
    const nowMs = performance.now();
    const times = { endedAtMs: nowMs - (protocol.serverSilenceMs ?? 0), takenAtMs: nowMs };
    callerTurns.ended(times);
    dialogue.answerDue(times);
  }

  private heard(): void {
    const { serverTurns, dialogue, callerTurns } = this.options;
    serverTurns?.callerSpoke();
    dialogue.callerSpoke();
    callerTurns.heard();
  }

  private awaitReply(): void {
    const { serverTurns, dialogue } = this.options;
    // Words may be known only after their answer; then no further answer is due.
    if (serverTurns?.hasSpoken && !dialogue.calls.running) dialogue.awaitReply();
  }

  private interrupted(): void {
    const { serverTurns, dialogue } = this.options;
    if (!serverTurns) return;
    serverTurns.callerSpoke();
    dialogue.callerSpoke();
    dialogue.interrupt();
  }

  private wordsKnown(itemId: string, text: string): void {
    const { history, dialogue, callerTurns } = this.options;
    history.write(itemId, text);
    dialogue.transcripts.finish(itemId, text);
    if (text.trim() !== '') dialogue.calls.callerSaid(text.trim());
    callerTurns.wordsKnown(itemId, text);
  }
}
