import { element, iconButton } from './dom.js';
import { Orb } from './orb.js';
import type { Texts } from './texts.js';

interface Identity {
  /** Of the agent or the business; absent: only that it is an assistant. */
  readonly name?: string | undefined;
  /** Address of a picture. */
  readonly picture?: string | undefined;
}

/** Who answers, and the button that closes the panel. */
export function panelHead(
  texts: Texts,
  { name, picture }: Identity,
  chooser: readonly HTMLElement[],
  onClose: () => void,
): HTMLElement {
  const title = element('h2');
  const kind = element('small');
  const close = iconButton('close', 'icon close', onClose);
  const face = picture === undefined ? new Orb().root : faceOf(picture);
  texts.put((words) => {
    title.textContent = name ?? words.assistant;
    kind.textContent = name === undefined ? '' : words.assistant;
    close.setAttribute('aria-label', words.close);
  });
  return element('header', {}, [face, element('div', {}, [title, kind]), ...chooser, close]);
}

/** The picture; the orb in its place if it can't be loaded. */
function faceOf(picture: string): HTMLElement {
  const image = element('img', { class: 'picture', src: picture, alt: '' });
  image.addEventListener('error', () => image.replaceWith(new Orb().root));
  return image;
}
