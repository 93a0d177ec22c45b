import { element } from './dom.js';
import type { Texts } from './texts.js';
import { LANGUAGES } from './words.js';

/** A select for the widget's language. */
export function languageChoice(
  texts: Texts,
  choices: readonly string[],
  choose: (language: string) => void,
): HTMLSelectElement {
  const options = choices.map((code) =>
    element('option', { value: code, lang: code }, [LANGUAGES[code]?.name ?? code]),
  );
  const choice = element('select', {}, options);
  texts.put((words) => {
    choice.setAttribute('aria-label', words.language);
    choice.value = choices.find((code) => LANGUAGES[code] === words) ?? '';
  });
  choice.addEventListener('change', () => choose(choice.value));
  return choice;
}
