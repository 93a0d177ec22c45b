import type { AgentEvent } from '../voice/agent-adapter.js';
import type { EarlierEntry } from '../voice/earlier-words.js';

/** More entries than are sent to a model. */
const MAX_ENTRIES = 200;

type Noted = Extract<AgentEvent, { kind: 'transcript' | 'tool-started' | 'tool-call' }>;

/**
 * The conversation and actions of a call, in order. Agent text includes only what the caller heard, as far as known.
 */
export class CallHistory {
  private readonly entries: { readonly id: string; entry: EarlierEntry }[] = [];

  constructor(earlier: readonly EarlierEntry[] = []) {
    for (const [index, entry] of earlier.entries()) this.entries.push({ id: `earlier ${index}`, entry });
  }

  /** @returns Whether the snapshot should be updated. */
  note(event: Noted): boolean {
    switch (event.kind) {
      case 'transcript':
        return this.noteWords(event);
      case 'tool-started':
        return this.put(event.callId, {
          kind: 'tool',
          callId: event.callId,
          name: event.name,
          arguments: '',
          ...(event.undoes !== undefined && { undoes: event.undoes }),
        });
      case 'tool-call': {
        const { callId, name, outcome, arguments: asked, answer, undoes } = event;
        const failed = outcome === 'ok' || outcome === 'unknown' ? {} : { failed: outcome };
        const known = {
          ...(outcome !== 'unknown' && { answer, ...failed }),
          ...(undoes !== undefined && { undoes }),
        };
        return this.put(callId, { kind: 'tool', callId, name, arguments: asked, ...known });
      }
    }
  }

  all(): EarlierEntry[] {
    return this.entries.map(({ entry }) => entry);
  }

  private noteWords({ turnId, speaker, by, text, final }: Extract<Noted, { kind: 'transcript' }>): boolean {
    const at = this.entries.findIndex(({ id }) => id === turnId);
    // Interim transcripts change several times a second, so only final ones count.
    if (speaker === 'caller' && !final) return false;
    if (text.trim() === '') {
      if (at >= 0) this.entries.splice(at, 1);
      return at >= 0;
    }
    return this.put(turnId, { kind: 'said', speaker, ...(by && { by }), text });
  }

  private put(id: string, entry: EarlierEntry): boolean {
    const known = this.entries.findLast((one) => one.id === id);
    if (known) known.entry = entry;
    else this.entries.push({ id, entry });
    if (this.entries.length > MAX_ENTRIES) this.entries.shift();
    return true;
  }
}
