import { make } from './dom.js';
import type { TranscriptTurn } from './live-events.js';

interface ShownTurn {
  readonly item: HTMLElement;
  readonly words: HTMLElement;
  final: boolean;
}

/** How near to its end, in pixels, the list counts as followed. */
const AT_END_PX = 40;

const NAMES = { caller: 'You', agent: 'Agent' } as const;

/** The conversation as it is understood: one entry a turn, which grows until it is final. */
export class TranscriptView {
  private readonly turns = new Map<string, ShownTurn>();

  /**
   * @param list takes the entries.
   * @param announcer a live region that is told each turn once it is final, since half-sentences are noise to a
   * listener.
   * @param placeholder is shown while there is nothing else.
   */
  constructor(
    private readonly list: HTMLElement,
    private readonly announcer: HTMLElement,
    private readonly placeholder: HTMLElement,
  ) {}

  clear(): void {
    this.turns.clear();
    this.list.replaceChildren();
    this.announcer.replaceChildren();
    this.placeholder.hidden = false;
  }

  show(turn: TranscriptTurn): void {
    // Whoever scrolled back to read is left there.
    const isAtEnd = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < AT_END_PX;
    const shown = this.turns.get(turn.turnId) ?? this.add(turn);
    shown.words.textContent = turn.text;
    shown.item.classList.toggle('turn-open', !turn.final);
    if (turn.interrupted) this.markInterrupted(shown.item);
    if (isAtEnd) this.list.scrollTop = this.list.scrollHeight;
    if (turn.final && !shown.final) {
      shown.final = true;
      this.announcer.append(make('p', '', `${NAMES[turn.speaker]}: ${turn.text}`));
    }
  }

  private add(turn: TranscriptTurn): ShownTurn {
    const item = make('li', `turn turn-${turn.speaker}`);
    const words = make('p', 'turn-words');
    item.append(make('span', 'turn-speaker', NAMES[turn.speaker]), words);
    const shown = { item, words, final: false };
    this.turns.set(turn.turnId, shown);
    this.placeholder.hidden = true;
    this.list.append(item);
    return shown;
  }

  private markInterrupted(item: HTMLElement): void {
    if (item.classList.contains('turn-interrupted')) return;
    item.classList.add('turn-interrupted');
    item.append(make('span', 'turn-note', 'interrupted'));
  }
}
