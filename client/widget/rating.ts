import { button, drawing, element, setText } from './dom.js';
import type { Texts } from './texts.js';

const STARS = [1, 2, 3, 4, 5];

/** Five stars after a call. */
export class Rating {
  readonly root: HTMLElement;
  private readonly question = element('p', { role: 'status' });
  private readonly stars: readonly HTMLButtonElement[];
  private given = 0;

  constructor(
    private readonly texts: Texts,
    private readonly rate: (stars: number) => void,
  ) {
    this.stars = STARS.map((count) => {
      const star = button('', 'icon star', () => this.give(count));
      star.append(drawing('star'));
      return star;
    });
    this.root = element('div', { class: 'rating' }, [
      this.question,
      element('div', { class: 'line' }, [...this.stars]),
    ]);
    texts.put(() => this.say());
  }

  ask(): void {
    this.given = 0;
    this.root.hidden = false;
    this.say();
  }

  private give(count: number): void {
    this.given = count;
    this.say();
    this.rate(count);
  }

  private say(): void {
    const { words } = this.texts;
    setText(this.question, this.given === 0 ? words.howWasIt : words.thanks);
    this.stars.forEach((star, at) => {
      star.setAttribute('aria-label', words.stars.replace('{n}', String(at + 1)));
      star.setAttribute('aria-pressed', String(at < this.given));
    });
  }
}
