/** Text search configurations that ship with PostgreSQL (documentation, 12.6: snowball), by ISO 639-1. */
const CONFIGURATIONS: Readonly<Record<string, string>> = {
  ar: 'arabic',
  ca: 'catalan',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  eu: 'basque',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hi: 'hindi',
  hu: 'hungarian',
  hy: 'armenian',
  id: 'indonesian',
  it: 'italian',
  lt: 'lithuanian',
  ne: 'nepali',
  nl: 'dutch',
  no: 'norwegian',
  nb: 'norwegian',
  nn: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  yi: 'yiddish',
};

/** The text search configuration of a language (BCP 47); without one, words are compared literally. */
export function searchLanguage(languageCode: string | undefined = 'en-GB'): string {
  const [language = ''] = languageCode.toLowerCase().split('-', 1);
  return (Object.hasOwn(CONFIGURATIONS, language) && CONFIGURATIONS[language]) || 'simple';
}
