import { toCardinal, toOrdinal } from 'n2words/de-DE';
import {
  abbreviations,
  beforeNames,
  beforeNumbers,
  type FormLanguage,
  signsOf,
  withDigits,
} from './form-language.js';

const MONTHS = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('de', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, month, 15)),
);
/** Words that require the dative. */
const DATIVE = /^(am|vom|zum|bis|ab|seit|dem|den)$/i;
const ARTICLE = /^(der|die|das)$/i;
/** The ending depends on the word before: "am ersten", "der erste", "erster". */
const ending = (before = ''): string => (DATIVE.test(before) ? 'n' : ARTICLE.test(before) ? '' : 'r');
const FEMININE = /(?:[ea]|ion|iarde|ung|heit|keit|schaft|tät)$/;

function year(number: number): string | undefined {
  if (number < 1_100 || number > 1_999) return undefined;
  const rest = number % 100;
  return `${toCardinal(Math.floor(number / 100))}hundert${rest === 0 ? '' : toCardinal(rest)}`;
}

export const german: FormLanguage = {
  locale: 'de-DE',
  regions: ['DE', 'AT', 'CH'],
  cardinal: withDigits(toCardinal, 'komma'),
  counted: (number, noun) =>
    toCardinal(number).replace(/eins$/, number === '1' && FEMININE.test(noun) ? 'eine' : 'ein'),
  year,
  date: (day, month, yearSaid, before) =>
    [toOrdinal(day) + ending(before), month, ...(yearSaid ? [yearSaid] : [])].join(' '),
  time: (hour, minute) => [hour === 'eins' ? 'ein' : hour, 'Uhr', ...(minute ? [minute] : [])].join(' '),
  hourSigns: { between: '\\.(?=\\d\\d\\s?Uhr)', after: '\\s?Uhr\\b' },
  // A number with a full stop is an ordinal only if the words around it show it. Otherwise the full stop ends a
  // sentence.
  ordinals: [
    {
      pattern:
        /\b(der|die|das|den|dem|des|am|im|vom|zum|zur|beim|bis|ab|seit|jeden|jede|jedes) (\d{1,3})\.(?=\s\p{L})/giu,
      say: (article, number) =>
        `${article} ${toOrdinal(number)}${/^(der|die|das|jede)$/i.test(article) ? '' : 'n'}`,
    },
    {
      pattern: new RegExp(`\\b(\\d{1,2})\\.(?=\\s(?:${MONTHS.join('|')}))`, 'gu'),
      say: (number) => `${toOrdinal(number)}r`,
    },
    {
      pattern: /\b((?:1[1-9]|20)\d0)er\b/gu,
      say: (number) => `${year(Number(number)) ?? toCardinal(number)}er`,
    },
    { pattern: /\b([2-9]0)er\b/gu, say: (number) => `${toCardinal(number)}er` },
  ],
  at: 'at',
  signs: signsOf('Punkt', 'Strich', 'Unterstrich', 'Schrägstrich', 'plus'),
  to: 'bis',
  per: 'pro',
  and: 'und',
  number: 'Nummer',
  of: () => '',
  dollar: ['US-Dollar', 'US-Dollar'],
  cents: ['Cent', 'Cent'],
  fractions: ['ein halb', 'ein Viertel', 'drei Viertel', 'ein Drittel', 'zwei Drittel'],
  magnitudes: [
    'k|K|Tsd\\.?|Tausend|tausend',
    'M|Mio\\.?|Millionen|Million',
    'Mrd\\.?|Milliarden|Milliarde',
    'Bio\\.?|Billionen|Billion',
  ],
  codeWords:
    '[\\p{L}-]{3,30}nr|Code|PIN|Pin|PLZ|Postleitzahl|ID|Nummer|Referenz|Durchwahl|Kennwort|Passwort|[\\p{L}-]{1,30}nummer|[\\p{L}-]{1,30}code',
  abbreviations: [
    [/(?<=\d\s?)Min\.(?!\p{L})/gu, 'Minuten'],
    [/§\s?(?=\d)/g, 'Paragraf '],
    [/(?<=(?<!\d)1\s?)Mio\./gu, 'Million'],
    [/(?<=(?<!\d)1\s?)Mrd\./gu, 'Milliarde'],
    [/(?<=\d\s?)Mio\./gu, 'Millionen'],
    [/(?<=\d\s?)Mrd\./gu, 'Milliarden'],
    [/(?<=\d\s?)Tsd\./gu, 'Tausend'],
    abbreviations(
      'z. B. = zum Beispiel; d. h. = das heißt; u. a. = unter anderem; usw. = und so weiter; bzw. = beziehungsweise; ca. = circa; ggf. = gegebenenfalls; evtl. = eventuell; inkl. = inklusive; exkl. = exklusive; zzgl. = zuzüglich; abzgl. = abzüglich; vgl. = vergleiche; sog. = sogenannte; o. Ä. = oder Ähnliches; v. a. = vor allem; i. d. R. = in der Regel; m. E. = meines Erachtens; s. o. = siehe oben; etc. = et cetera; gegr. = gegründet; geb. = geboren; max. = maximal; min. = minimal; mind. = mindestens; tägl. = täglich; MwSt. = Mehrwertsteuer; Mwst. = Mehrwertsteuer; & = und',
    ),
    beforeNames(
      'Dr. = Doktor; Prof. = Professor; Hr. = Herr; Hrn. = Herrn; Fr. = Frau; Frl. = Fräulein; St. = Sankt; Dipl.-Ing. = Diplomingenieur; Ing. = Ingenieur; Mag. = Magister',
    ),
    [/(?<=\p{Ll})str\.(?!\p{L})/gu, 'straße'],
    [/(?<=\p{Lu}\p{Ll}+[ -])Str\.(?!\p{L})/gu, 'Straße'],
    beforeNumbers(
      'Nr. = Nummer; Tel. = Telefon; S. = Seite; Kap. = Kapitel; Abs. = Absatz; Art. = Artikel; Bd. = Band',
    ),
    [/(?<=\d\.\s?)Jan\.?(?!\p{L})/gu, 'Januar'],
    [/(?<=\d\.\s?)Feb\.?(?!\p{L})/gu, 'Februar'],
    [/(?<=\d\.\s?)Apr\.?(?!\p{L})/gu, 'April'],
    [/(?<=\d\.\s?)Aug\.?(?!\p{L})/gu, 'August'],
    [/(?<=\d\.\s?)Sept?\.?(?!\p{L})/gu, 'September'],
    [/(?<=\d\.\s?)Okt\.?(?!\p{L})/gu, 'Oktober'],
    [/(?<=\d\.\s?)Nov\.?(?!\p{L})/gu, 'November'],
    [/(?<=\d\.\s?)Dez\.?(?!\p{L})/gu, 'Dezember'],
    [/(?<=\d\s?)Std\.(?!\p{L})/gu, 'Stunden'],
  ],
};
