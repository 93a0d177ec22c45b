import { drawing, element } from './dom.js';
import type { Texts } from './texts.js';

/** The server's limit per text. */
const MAX_LENGTH = '2000';

/** Text input for callers who prefer typing, or can't speak. */
export class WriteForm {
  readonly root: HTMLFormElement;

  constructor(texts: Texts, send: (text: string) => void) {
    const field = element('input', { maxlength: MAX_LENGTH, autocomplete: 'off' });
    const submit = element('button', { type: 'submit', class: 'icon go' }, [drawing('send')]);
    texts.put((words) => {
      field.setAttribute('aria-label', words.write);
      field.placeholder = words.write;
      submit.setAttribute('aria-label', words.send);
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
