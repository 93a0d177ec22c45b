import { toCardinal, toOrdinal } from 'n2words/en-GB';
import {
  abbreviations,
  beforeNames,
  beforeNumbers,
  type FormLanguage,
  signsOf,
  withDigits,
} from './form-language.js';

const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December';
const ordinal = (day: string) => toOrdinal(Number(day));
/** "oh five", "fifteen": minutes, and years within a century. */
const twoDigits = (number: number) => (number < 10 ? `oh ${toCardinal(number)}` : toCardinal(number));

function year(number: number): string {
  const [century, rest] = [Math.floor(number / 100), number % 100];
  if (number < 1_100 || number > 2_099 || (number >= 2_000 && number < 2_010)) return toCardinal(number);
  return `${toCardinal(century)} ${rest === 0 ? 'hundred' : twoDigits(rest)}`;
}

export const english: FormLanguage = {
  locale: 'en-US',
  regions: ['US', 'GB'],
  cardinal: withDigits(toCardinal, 'point'),
  year: (number) => (number >= 1_900 && number < 2_100 ? year(number) : undefined),
  date: (day, month, yearSaid) =>
    [`the ${toOrdinal(day)} of ${month}`, ...(yearSaid ? [yearSaid] : [])].join(' '),
  time: (hour, minute, half) => {
    const after = half === undefined ? '' : ` ${half} m`;
    if (minute !== undefined) return `${hour} ${minute}${after}`;
    return half === undefined && /teen|twenty/.test(hour)
      ? `${hour} hundred`
      : `${hour}${after || " o'clock"}`;
  },
  hourSigns: { between: '(?!)', after: "\\s?o'clock\\b" },
  ordinals: [
    {
      pattern: new RegExp(`\\b(${MONTHS}) (\\d{1,2})(?:st|nd|rd|th)?\\b(?![:.]\\d)`, 'g'),
      say: (month, day) => `${month} ${ordinal(day)}`,
    },
    {
      pattern: new RegExp(`(?<!\\bthe )\\b(\\d{1,2})(?:st|nd|rd|th)? (?:of )?(${MONTHS})\\b`, 'g'),
      say: (day, month) => `the ${ordinal(day)} of ${month}`,
    },
    {
      pattern: /\b(?:(the) )?(\d+)(?:st|nd|rd|th)\b/gi,
      say: (article, number) => (article ? `${article} ` : '') + ordinal(number),
    },
    { pattern: /(?<![\d'’])((?:1[1-9]|20)\d0)s\b/g, say: (number) => plural(year(Number(number))) },
    { pattern: /['’]?\b([2-9]0)s\b/g, say: (number) => plural(toCardinal(number)) },
    {
      pattern: /(?<=\b(?:in|since|from|until|by|year|circa|of|before|after) )(1[1-8]\d\d)\b(?! \p{Ll})/gu,
      say: (number) => year(Number(number)),
    },
  ],
  at: 'at',
  signs: signsOf('dot', 'dash', 'underscore', 'slash', 'plus'),
  to: 'to',
  per: 'per',
  and: 'and',
  number: 'number',
  of: () => '',
  dollar: ['dollar', 'dollars'],
  cents: ['cent', 'cents'],
  fractions: ['a half', 'a quarter', 'three quarters', 'a third', 'two thirds'],
  magnitudes: ['k|K|thousand', 'm|M|mn|mm|MM|mil|mio|million', 'b|B|bn|Bn|billion', 'tn|trillion'],
  codeWords: 'code|PIN|pin|ZIP|zip|postcode|ID|number|reference|ref|extension|passcode|password|confirmation',
  abbreviations: [
    [/(?<=\b(?:call|dial|ring)\s)(\d)(\d)(\d)\b(?!\s\p{L}{4})/giu, '$1 $2 $3'],
    [/(?<![\p{L}\p{N}.,])(\d{1,2})p\b/gu, '$1 pence'],
    [/(?<=\d)\s?¢/g, ' cents'],
    beforeNames(
      'Dr. = Doctor; Mr. = Mister; Mr = Mister; Mrs. = Missis; Mrs = Missis; Ms. = Miz; Ms = Miz; Prof. = Professor; Rev. = Reverend; Gen. = General; Col. = Colonel; Capt. = Captain; Lt. = Lieutenant; Sgt. = Sergeant; Sen. = Senator; Gov. = Governor; Mt. = Mount; Ft. = Fort',
    ),
    [/(?<=\p{Lu}\p{Ll}+ )(?:St|Str)\.(?!\p{L})/gu, 'Street'],
    [/(?<=\p{Lu}\p{Ll}+ )Dr\.(?!\p{L})/gu, 'Drive'],
    [/(?<!\p{L})St\.(?=\s\p{Lu})/gu, 'Saint'],
    abbreviations(
      'Ave. = Avenue; Blvd. = Boulevard; Rd. = Road; Ln. = Lane; Hwy. = Highway; Apt. = Apartment; Bldg. = Building; Dept. = Department; dept. = department; Jr. = Junior; Sr. = Senior; Inc. = Incorporated; Corp. = Corporation; Ltd. = Limited; vs. = versus; e.g. = for example; i.e. = that is; etc. = et cetera; approx. = approximately; appt. = appointment; est. = estimated; incl. = including; max. = maximum; w/ = with; w/o = without; & = and',
    ),
    beforeNumbers(
      'No. = number; Nos. = numbers; ext. = extension; p. = page; pp. = pages; vol. = volume; ch. = chapter; fig. = figure; tel. = telephone; min. = minimum; Jan. = January; Feb. = February; Mar. = March; Apr. = April; Aug. = August; Sep. = September; Sept. = September; Oct. = October; Nov. = November; Dec. = December',
    ),
  ],
};

const plural = (number: string): string =>
  number.endsWith('y') ? `${number.slice(0, -1)}ies` : `${number}s`;
