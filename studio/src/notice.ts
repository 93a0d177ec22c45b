import { make } from './dom.js';
import { toProblem } from './problem.js';

/** A place of the page that tells what went wrong and what to do about it. */
export class Notice {
  /** @param box an element with role `alert`. */
  constructor(private readonly box: HTMLElement) {}

  show(error: unknown): void {
    const { message, advice, code } = toProblem(error);
    const advicePart = make('span', 'notice-advice', advice);
    this.box.replaceChildren(make('strong', 'notice-message', message), ' ', advicePart);
    this.box.dataset.code = code;
    this.box.hidden = false;
  }

  clear(): void {
    this.box.hidden = true;
    this.box.replaceChildren();
    delete this.box.dataset.code;
  }
}
