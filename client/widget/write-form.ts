import { element } from './dom.js';
import type { Words } from './words.js';

/** As much as the server takes at once. */
const MAX_LENGTH = '2000';

/** For callers who would rather write, or can't speak. */
export class WriteForm {
  readonly root: HTMLFormElement;

  constructor(words: Words, send: (text: string) => void) {
    const field = element('input', { 'aria-label': words.write, maxlength: MAX_LENGTH, autocomplete: 'off' });
    field.placeholder = words.write;
    this.root = element('form', {}, [field, element('button', { type: 'submit' }, [words.send])]);
    this.root.addEventListener('submit', (event) => {
      event.preventDefault();
      const text = field.value.trim();
      if (text === '') return;
      send(text);
      field.value = '';
    });
  }
}
