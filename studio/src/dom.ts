/** The element with that id. @throws Error when the page and the code disagree. */
export function byId<E extends HTMLElement>(id: string, type: new () => E): E {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`The page has no ${type.name} #${id}`);
  return element;
}

/** An element with a class and a text; texts are never parsed as HTML. */
export function make(tag: string, className: string, text = ''): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

/** Replaces the choices of a select and keeps the chosen one where it is still there. */
export function fillSelect(
  select: HTMLSelectElement,
  choices: readonly { readonly value: string; readonly label: string }[],
): void {
  const chosen = select.value;
  select.replaceChildren(...choices.map(({ value, label }) => new Option(label, value)));
  if (choices.some(({ value }) => value === chosen)) select.value = chosen;
}
