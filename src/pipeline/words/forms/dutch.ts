import { toCardinal, toOrdinal } from 'n2words/nl-NL';
import { abbreviations, beforeNames, beforeNumbers, type FormLanguage, signsOf } from './form-language.js';

export const dutch: FormLanguage = {
  locale: 'nl-NL',
  regions: ['NL', 'BE'],
  cardinal: toCardinal,
  date: (day, month, year) => [toCardinal(day), month, ...(year ? [year] : [])].join(' '),
  time: (hour, minute) => [hour, 'uur', ...(minute ? [minute] : [])].join(' '),
  hourSigns: { between: '\\.(?=\\d\\d\\s?uur)', after: '\\s?uur\\b' },
  ordinals: [{ pattern: /\b(\d{1,6})(?:ste|de|e)\b/gu, say: (number) => toOrdinal(number) }],
  at: 'apenstaartje',
  signs: signsOf('punt', 'streepje', 'laag streepje', 'schuine streep', 'plus'),
  to: 'tot',
  per: 'per',
  and: 'en',
  number: 'nummer',
  of: () => '',
  dollar: ['dollar', 'dollar'],
  cents: ['cent', 'cent'],
  fractions: ['een half', 'een kwart', 'driekwart', 'een derde', 'twee derde'],
  magnitudes: ['k|K|duizend', 'M|mln\\.?|mio\\.?|miljoen', 'mld\\.?|mrd\\.?|miljard', 'biljoen'],
  codeWords:
    'code|pincode|PIN|postcode|ID|nummer|referentie|toestel|wachtwoord|[\\p{L}-]{1,30}nummer|[\\p{L}-]{1,30}code',
  abbreviations: [
    [/(?<=\d\s?)mln\.?(?!\p{L})/gu, 'miljoen'],
    [/(?<=\d\s?)(?:mld|mrd)\.?(?!\p{L})/gu, 'miljard'],
    beforeNames(
      'dhr. = de heer; Dhr. = De heer; mevr. = mevrouw; Mevr. = Mevrouw; mw. = mevrouw; Mw. = Mevrouw; dr. = dokter; Dr. = Dokter; prof. = professor; Prof. = Professor; drs. = doctorandus; ing. = ingenieur; ir. = ingenieur; St. = Sint',
    ),
    [/(?<=\p{Ll})str\.(?!\p{L})/gu, 'straat'],
    abbreviations(
      'bijv. = bijvoorbeeld; bv. = bijvoorbeeld; d.w.z. = dat wil zeggen; o.a. = onder andere; a.u.b. = alstublieft; m.b.t. = met betrekking tot; i.v.m. = in verband met; t.a.v. = ter attentie van; enz. = enzovoort; etc. = et cetera; ca. = circa; incl. = inclusief; excl. = exclusief; max. = maximaal; min. = minimaal; evt. = eventueel; tel. = telefoon; & = en',
    ),
    beforeNumbers('nr. = nummer; Nr. = Nummer; blz. = bladzijde; p. = pagina; art. = artikel'),
  ],
};
