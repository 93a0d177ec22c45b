import * as german from 'n2words/de-DE';
import * as spanish from 'n2words/es-ES';
import * as french from 'n2words/fr-FR';
import * as italian from 'n2words/it-IT';
import * as dutch from 'n2words/nl-NL';
import * as portuguese from 'n2words/pt-PT';

/** One way to write ordinals; `say` gets the groups of the pattern. */
interface Ordinals {
  readonly pattern: RegExp;
  readonly say: (first: string, second: string) => string;
}

/** How one language says what is written in numbers and signs. Numbers are n2words' work, names of months Intl's. */
export interface FormLanguage {
  readonly locale: string;
  readonly at: string;
  /** Of addresses. */
  readonly signs: ReadonlyMap<string, string>;
  /** Regular expressions: what stands between hours and minutes besides a colon, and after them. */
  readonly hourSigns: { readonly between: string; readonly after: string };
  readonly cardinal: (number: string) => string;
  readonly euros: (amount: string) => string;
  /** @param before The word before the date. */
  readonly day: (day: number, before: string | undefined) => string;
  /** Between day, month and year. */
  readonly joiner: string;
  readonly year?: (year: number) => string;
  readonly time: (hour: string, minute: string | undefined) => string;
  readonly ordinals?: readonly Ordinals[];
}

const signs = (dot: string, dash: string, underscore: string, slash: string, plus: string) =>
  new Map([
    ['.', dot],
    ['-', dash],
    ['_', underscore],
    ['/', slash],
    ['+', plus],
  ]);

const GERMAN_MONTHS = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('de', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, month, 15)),
);

/** Words after which a day stands in another case. */
const GERMAN_DATIVE = /^(am|vom|zum|bis|ab|seit|dem|den)$/i;

const de: FormLanguage = {
  locale: 'de',
  at: 'at',
  signs: signs('Punkt', 'Strich', 'Unterstrich', 'Schrägstrich', 'plus'),
  hourSigns: { between: '(?!)', after: '\\s?Uhr\\b' },
  cardinal: german.toCardinal,
  euros: (amount) => german.toCurrency(amount),
  day: (day, before) => german.toOrdinal(day) + (GERMAN_DATIVE.test(before ?? '') ? 'n' : 'r'),
  joiner: ' ',
  year: (year) => {
    if (year < 1_100 || year > 1_999) return german.toCardinal(year);
    const rest = year % 100;
    return `${german.toCardinal(Math.floor(year / 100))}hundert${rest === 0 ? '' : german.toCardinal(rest)}`;
  },
  time: (hour, minute) => [hour === 'eins' ? 'ein' : hour, 'Uhr', ...(minute ? [minute] : [])].join(' '),
  // A number with a full stop is one only where the words around it say so: else a sentence ends there.
  ordinals: [
    {
      pattern:
        /\b(der|die|das|den|dem|des|am|im|vom|zum|zur|beim|bis|ab|seit|jeden|jede|jedes) (\d{1,3})\.(?=\s\p{L})/giu,
      say: (article, number) =>
        `${article} ${german.toOrdinal(number)}${/^(der|die|das|jede)$/i.test(article) ? '' : 'n'}`,
    },
    {
      pattern: new RegExp(`\\b(\\d{1,2})\\.(?=\\s(?:${GERMAN_MONTHS.join('|')}))`, 'gu'),
      say: (number) => `${german.toOrdinal(number)}r`,
    },
  ],
};

const fr: FormLanguage = {
  locale: 'fr',
  at: 'arobase',
  signs: signs('point', 'tiret', 'tiret bas', 'barre oblique', 'plus'),
  hourSigns: { between: '\\s?h\\s?', after: '(?!)' },
  cardinal: french.toCardinal,
  euros: (amount) => french.toCurrency(amount),
  day: (day) => (day === 1 ? 'premier' : french.toCardinal(day)),
  joiner: ' ',
  time: (hour, minute) =>
    [hour === 'un' ? 'une heure' : `${hour} heures`, ...(minute ? [minute] : [])].join(' '),
  ordinals: [
    {
      pattern: /\b(\d{1,6})(er|re|ère|e|ème)\b/gu,
      say: (number, sign) => (number === '1' && sign !== 'er' ? 'première' : french.toOrdinal(number)),
    },
  ],
};

const es: FormLanguage = {
  locale: 'es',
  at: 'arroba',
  signs: signs('punto', 'guion', 'guion bajo', 'barra', 'más'),
  hourSigns: { between: '(?!)', after: '\\s?h\\b' },
  cardinal: (number) => spanish.toCardinal(number).replace(' punto ', ' coma '),
  euros: (amount) => spanish.toCurrency(amount),
  day: (day) => spanish.toCardinal(day),
  joiner: ' de ',
  time: (hour, minute) => (minute ? `${hour} y ${minute}` : `${hour} en punto`),
  ordinals: [
    // Before its noun, "primero" and "tercero" lose their end.
    {
      pattern: /\b(\d{1,6})\.?º(?=\s\p{L})/gu,
      say: (number) => spanish.toOrdinal(number).replace(/(primer|tercer)o$/, '$1'),
    },
    { pattern: /\b(\d{1,6})\.?º/gu, say: (number) => spanish.toOrdinal(number) },
  ],
};

const it: FormLanguage = {
  locale: 'it',
  at: 'chiocciola',
  signs: signs('punto', 'trattino', 'trattino basso', 'barra', 'più'),
  hourSigns: { between: '(?!)', after: '(?!)' },
  cardinal: italian.toCardinal,
  euros: (amount) => italian.toCurrency(amount),
  day: (day) => (day === 1 ? 'primo' : italian.toCardinal(day)),
  joiner: ' ',
  time: (hour, minute) => (minute ? `${hour} e ${minute}` : `${hour} in punto`),
  ordinals: [{ pattern: /\b(\d{1,6})º/gu, say: (number) => italian.toOrdinal(number) }],
};

const nl: FormLanguage = {
  locale: 'nl',
  at: 'apenstaartje',
  signs: signs('punt', 'streepje', 'laag streepje', 'schuine streep', 'plus'),
  hourSigns: { between: '(?!)', after: '\\s?uur\\b' },
  cardinal: dutch.toCardinal,
  euros: (amount) => dutch.toCurrency(amount),
  day: (day) => dutch.toCardinal(day),
  joiner: ' ',
  time: (hour, minute) => [hour, 'uur', ...(minute ? [minute] : [])].join(' '),
  ordinals: [{ pattern: /\b(\d{1,6})(?:ste|de|e)\b/gu, say: (number) => dutch.toOrdinal(number) }],
};

const pt: FormLanguage = {
  locale: 'pt',
  at: 'arroba',
  signs: signs('ponto', 'hífen', 'sublinhado', 'barra', 'mais'),
  hourSigns: { between: '\\s?h\\s?', after: '(?!)' },
  cardinal: portuguese.toCardinal,
  euros: (amount) => portuguese.toCurrency(amount),
  day: (day) => (day === 1 ? 'primeiro' : portuguese.toCardinal(day)),
  joiner: ' de ',
  time: (hour, minute) => (minute ? `${hour} e ${minute}` : `${hour} em ponto`),
  ordinals: [{ pattern: /\b(\d{1,6})\.?º/gu, say: (number) => portuguese.toOrdinal(number) }],
};

/** By ISO 639-1. English has forms of its own (english-forms.ts). */
export const FORM_LANGUAGES: Readonly<Record<string, FormLanguage>> = { de, es, fr, it, nl, pt };
