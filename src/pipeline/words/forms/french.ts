import { toCardinal, toOrdinal } from 'n2words/fr-FR';
import { abbreviations, beforeNames, beforeNumbers, type FormLanguage, signsOf } from './form-language.js';

const FEMININE = /^(livre|roupie|couronne|lire|hryvnia|heure|minute|seconde|once|tonne)/i;

export const french: FormLanguage = {
  locale: 'fr-FR',
  regions: ['FR', 'BE', 'CH'],
  cardinal: toCardinal,
  counted: (number, noun) => toCardinal(number).replace(/\bun$/, FEMININE.test(noun) ? 'une' : 'un'),
  date: (day, month, year) =>
    [day === 1 ? 'premier' : toCardinal(day), month, ...(year ? [year] : [])].join(' '),
  time: (hour, minute) =>
    [
      /\bun$/.test(hour) ? `${hour}e heure${hour === 'un' ? '' : 's'}` : `${hour} heures`,
      ...(minute ? [minute] : []),
    ].join(' '),
  hourSigns: { between: '\\s?h\\s?', after: '(?!)' },
  ordinals: [
    {
      pattern: /\b(\d{1,6})(er|re|ère|ème|e|°(?=\s\p{L}))(?![\p{L}\p{N}])/gu,
      say: (number, sign) => (number === '1' && sign !== 'er' ? 'première' : toOrdinal(number)),
    },
  ],
  at: 'arobase',
  signs: signsOf('point', 'tiret', 'tiret bas', 'barre oblique', 'plus'),
  to: 'à',
  per: 'par',
  and: 'et',
  number: 'numéro',
  of: (coin) => (/^[aeiouyéèh]/i.test(coin) ? "d'" : 'de '),
  dollar: ['dollar', 'dollars'],
  cents: ['centime', 'centimes'],
  fractions: ['un demi', 'un quart', 'trois quarts', 'un tiers', 'deux tiers'],
  magnitudes: ['k|K|mille', 'M|millions|million', 'Md|Mds|milliards|milliard', 'billions|billion'],
  codeWords: 'code|PIN|code postal|identifiant|numéro|référence|poste|mot de passe',
  abbreviations: [
    beforeNames(
      'M. = Monsieur; MM. = Messieurs; Mme. = Madame; Mme = Madame; Mmes = Mesdames; Mlle. = Mademoiselle; Mlle = Mademoiselle; Dr. = Docteur; Dr = Docteur; Pr = Professeur; Me = Maître; Prof. = Professeur',
    ),
    [/(?<!\p{L})St-(?=\p{Lu})/gu, 'Saint '],
    [/(?<!\p{L})Ste-(?=\p{Lu})/gu, 'Sainte '],
    abbreviations(
      'p. ex. = par exemple; c.-à-d. = c’est-à-dire; etc. = et cetera; env. = environ; av. = avenue; bd = boulevard; tél. = téléphone; max. = maximum; min. = minimum; apr. = après; & = et',
    ),
    beforeNumbers('n° = numéro; N° = numéro; nº = numéro; p. = page; chap. = chapitre; art. = article'),
    [/(?<=\d\s)janv\.(?!\p{L})/gu, 'janvier'],
    [/(?<=\d\s)févr\.(?!\p{L})/gu, 'février'],
    [/(?<=\d\s)avr\.(?!\p{L})/gu, 'avril'],
    [/(?<=\d\s)juil\.(?!\p{L})/gu, 'juillet'],
    [/(?<=\d\s)sept\.(?!\p{L})/gu, 'septembre'],
    [/(?<=\d\s)oct\.(?!\p{L})/gu, 'octobre'],
    [/(?<=\d\s)nov\.(?!\p{L})/gu, 'novembre'],
    [/(?<=\d\s)déc\.(?!\p{L})/gu, 'décembre'],
  ],
};
