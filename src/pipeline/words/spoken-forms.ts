import { englishForms } from './english-forms.js';
import { EuropeanForms } from './european-forms.js';
import { FORM_LANGUAGES } from './form-languages.js';

type SpokenForms = (text: string) => string;

const made = new Map<string, SpokenForms>([['en', englishForms]]);

/** How numbers, amounts, dates, times and addresses are written out in a language (BCP 47); undefined for others. */
export function spokenForms(languageCode: string): SpokenForms | undefined {
  const [language = ''] = languageCode.toLowerCase().split('-', 1);
  const known = made.get(language);
  if (known) return known;
  const words = Object.hasOwn(FORM_LANGUAGES, language) ? FORM_LANGUAGES[language] : undefined;
  if (!words) return undefined;
  const { say } = new EuropeanForms(words);
  made.set(language, say);
  return say;
}
