import { newId } from '../../common/ids/index.js';
import type { AgentEvent } from '../../voice/agent-adapter.js';

/** Limits memory if a server never completes its transcripts. */
const MAX_UNFINISHED = 20;

/** The caller's words, by item, as they arrive. */
export class CallerTranscripts {
  private readonly unfinished = new Map<string, { readonly turnId: string; text: string }>();

  constructor(private readonly emit: (event: AgentEvent) => void) {}

  add(itemId: string, delta: string): void {
    const transcript = this.of(itemId);
    transcript.text += delta;
    this.tell(transcript.turnId, transcript.text, false);
  }

  finish(itemId: string, text: string): void {
    const { turnId } = this.of(itemId);
    this.unfinished.delete(itemId);
    this.tell(turnId, text.trim(), true);
  }

  private of(itemId: string): { readonly turnId: string; text: string } {
    const transcript = this.unfinished.get(itemId) ?? { turnId: newId('turn'), text: '' };
    this.unfinished.set(itemId, transcript);
    const oldest = this.unfinished.keys().next().value;
    if (this.unfinished.size > MAX_UNFINISHED && oldest !== undefined) this.unfinished.delete(oldest);
    return transcript;
  }

  private tell(turnId: string, text: string, final: boolean): void {
    if (text !== '') this.emit({ kind: 'transcript', speaker: 'caller', turnId, text, final });
  }
}
