import { byId } from './dom.js';
import { keyStore } from './key-store.js';
import { Notice } from './notice.js';
import { Problem } from './problem.js';

/** Asks for an API key. */
export class KeyForm {
  private readonly view = byId('key-view', HTMLElement);
  private readonly form = byId('key-form', HTMLFormElement);
  private readonly input = byId('key-input', HTMLInputElement);
  private readonly notice = new Notice(byId('key-notice', HTMLElement));

  constructor(onKey: () => Promise<void>) {
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      const apiKey = this.input.value.trim();
      if (apiKey === '')
        return this.show(new Problem('No key was entered.', 'Paste an API key into the field.'));
      keyStore.set(apiKey);
      void onKey();
    });
  }

  /** @param problem why the last key did not do. */
  show(problem?: unknown): void {
    this.view.hidden = false;
    if (problem === undefined) this.notice.clear();
    else this.notice.show(problem);
    this.input.setAttribute('aria-invalid', String(problem !== undefined));
    this.input.focus();
  }

  hide(): void {
    this.view.hidden = true;
    this.input.value = '';
  }
}
