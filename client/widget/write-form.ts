import { element } from './dom.js';
import type { Texts } from './texts.js';

/** As much as the server takes at once. */
const MAX_LENGTH = '2000';

/** For callers who would rather write, or can't speak. */
export class WriteForm {
  readonly root: HTMLFormElement;

  constructor(texts: Texts, send: (text: string) => void) {
    const field = element('input', { maxlength: MAX_LENGTH, autocomplete: 'off' });
    const submit = element('button', { type: 'submit' });
    texts.put((words) => {
      field.setAttribute('aria-label', words.write);
      field.placeholder = words.write;
      submit.textContent = words.send;
    });
    this.root = element('form', {}, [field, submit]);
    this.root.addEventListener('submit', (event) => {
      event.preventDefault();
      const text = field.value.trim();
      if (text === '') return;
      send(text);
      field.value = '';
    });
  }
}
