import type { Transcript } from '../src/index.js';
import { element } from './dom.js';
import type { Texts } from './texts.js';
import type { Words } from './words.js';

/** Older turns are dropped, so that a long call does not slow the page down. */
const MAX_TURNS = 200;

interface Turn {
  readonly item: HTMLLIElement;
  readonly who: HTMLElement;
  readonly text: HTMLSpanElement;
  readonly speaker: Transcript['speaker'];
}

/** The transcript; screen readers announce additions. */
export class TranscriptList {
  readonly root: HTMLElement;
  private readonly list = element('ol');
  private readonly turns = new Map<string, Turn>();

  constructor(private readonly texts: Texts) {
    this.root = element('div', { role: 'log', tabindex: '0' }, [this.list]);
    this.root.hidden = true;
    texts.put((words) => {
      this.root.setAttribute('aria-label', words.transcript);
      for (const { who, speaker } of this.turns.values()) who.textContent = nameOf(speaker, words);
    });
  }

  show({ turnId, speaker, text, final }: Transcript): void {
    const turn = this.turns.get(turnId) ?? this.add(turnId, speaker);
    turn.text.textContent = text;
    // Interrupted before a word was played.
    turn.item.hidden = text === '';
    turn.item.className = `${speaker}${final ? '' : ' interim'}`;
    this.root.hidden = false;
    this.root.scrollTop = this.root.scrollHeight;
  }

  clear(): void {
    this.turns.clear();
    this.list.replaceChildren();
    this.root.hidden = true;
  }

  private add(turnId: string, speaker: Transcript['speaker']): Turn {
    const text = element('span');
    const who = element('b', {}, [nameOf(speaker, this.texts.words)]);
    const item = element('li', {}, [who, text]);
    const turn = { item, who, text, speaker };
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

const nameOf = (speaker: Transcript['speaker'], words: Words): string =>
  speaker === 'agent' ? words.agent : words.you;
