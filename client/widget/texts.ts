import type { Words } from './words.js';

/** Sets the texts of elements, and updates them when the language changes. */
export class Texts {
  private readonly places: (() => void)[] = [];

  constructor(private current: Words) {}

  get words(): Words {
    return this.current;
  }

  /** Runs now, and again after each change of the language. */
  put(place: (words: Words) => void): void {
    const run = () => place(this.current);
    this.places.push(run);
    run();
  }

  change(words: Words): void {
    this.current = words;
    for (const place of this.places) place();
  }
}
