type Children = readonly (Node | string)[];

/** Creates an element with attributes and children. Parses no HTML, so it works with Trusted Types. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  children: Children = [],
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

export function button(text: string, className: string, onClick: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button', class: className }, [text]);
  made.addEventListener('click', onClick);
  return made;
}

const SVG = 'http://www.w3.org/2000/svg';

/** Strokes on a 24-unit grid. */
const SHAPES = {
  close: 'M6 6l12 12M18 6L6 18',
  mic: 'M12 3a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3M5 11a7 7 0 0 0 14 0M12 18v3',
  muted: 'M12 3a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3M5 11a7 7 0 0 0 14 0M12 18v3M4 4l16 16',
  hangUp: 'M3 14c5-5 13-5 18 0l-2.5 3-4-1.5V13a12 12 0 0 0-5 0v2.5l-4 1.5L3 14',
  star: 'M12 4l2.5 5.2 5.7.8-4.1 4 1 5.7L12 17l-5.1 2.7 1-5.7-4.1-4 5.7-.8z',
  send: 'M4 12l16-8-5 17-3.5-7z',
} as const;

export type Shape = keyof typeof SHAPES;

export function drawing(shape: Shape): SVGElement {
  const made = document.createElementNS(SVG, 'svg');
  made.setAttribute('viewBox', '0 0 24 24');
  made.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', SHAPES[shape]);
  made.append(path);
  return made;
}

/** Updates a text only if it changes: screen readers announce it each time it is set. */
export function setText(place: HTMLElement, text: string): void {
  if (place.textContent !== text) place.textContent = text;
}

/** A button that shows a drawing; its name is set by `aria-label`. */
export function iconButton(shape: Shape, className: string, onClick: () => void): HTMLButtonElement {
  const made = button('', className, onClick);
  made.append(drawing(shape));
  return made;
}
