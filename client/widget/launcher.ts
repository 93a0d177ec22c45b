import { element } from './dom.js';
import { Orb } from './orb.js';
import type { Texts } from './texts.js';

/** The button on the page: who answers, and how. */
export class Launcher {
  readonly root: HTMLButtonElement;

  /** @param label Overrides the text. */
  constructor(texts: Texts, label: string | undefined, onOpen: () => void) {
    const text = element('span');
    const how = element('small');
    this.root = element('button', { type: 'button', class: 'launcher', 'aria-haspopup': 'dialog' }, [
      new Orb().root,
      element('span', {}, [text, how]),
    ]);
    this.root.addEventListener('click', onOpen);
    texts.put((words) => {
      text.textContent = label ?? words.open;
      how.textContent = words.talkOrType;
    });
  }
}
