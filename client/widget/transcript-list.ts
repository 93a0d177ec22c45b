import type { Transcript } from '../src/index.js';
import { element } from './dom.js';
import type { Words } from './words.js';

/** Older turns are dropped: nobody scrolls up for them, and a long call must not slow the page down. */
const MAX_TURNS = 200;

/** What both sides said; read out by screen readers as it is added. */
export class TranscriptList {
  readonly root: HTMLElement;
  private readonly list = element('ol');
  private readonly turns = new Map<
    string,
    { readonly item: HTMLLIElement; readonly text: HTMLSpanElement }
  >();

  constructor(private readonly words: Words) {
    this.root = element('div', { role: 'log', 'aria-label': words.transcript, tabindex: '0' }, [this.list]);
    this.root.hidden = true;
  }

  show({ turnId, speaker, text, final }: Transcript): void {
    const turn = this.turns.get(turnId) ?? this.add(turnId, speaker);
    turn.text.textContent = text;
    turn.item.className = final ? '' : 'interim';
    this.root.hidden = false;
    this.root.scrollTop = this.root.scrollHeight;
  }

  clear(): void {
    this.turns.clear();
    this.list.replaceChildren();
    this.root.hidden = true;
  }

  private add(turnId: string, speaker: Transcript['speaker']) {
    const text = element('span');
    const who = speaker === 'agent' ? this.words.agent : this.words.you;
    const item = element('li', {}, [element('b', {}, [who]), text]);
    const turn = { item, text };
    this.turns.set(turnId, turn);
    this.list.append(item);
    const [oldest] = this.turns.keys();
    if (this.turns.size > MAX_TURNS && oldest !== undefined) {
      this.turns.get(oldest)?.item.remove();
      this.turns.delete(oldest);
    }
    return turn;
  }
}
