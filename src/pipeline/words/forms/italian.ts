import { toCardinal, toOrdinal } from 'n2words/it-IT';
import { abbreviations, beforeNames, beforeNumbers, type FormLanguage, signsOf } from './form-language.js';

export const italian: FormLanguage = {
  locale: 'it-IT',
  regions: ['IT', 'CH'],
  cardinal: toCardinal,
  counted: (number, noun) => {
    if (number !== '1') return toCardinal(number);
    return /^\p{L}+a\b/u.test(noun) ? 'una' : 'un';
  },
  date: (day, month, year) =>
    [day === 1 ? 'primo' : toCardinal(day), month, ...(year ? [year] : [])].join(' '),
  time: (hour, minute) => (minute ? `${hour} e ${minute}` : `${hour} in punto`),
  hourSigns: { between: '\\.(?=\\d\\d\\b(?!\\.))(?<=\\b(?:alle|ore|dalle|le) \\d{1,2}\\.)', after: '(?!)' },
  ordinals: [
    {
      pattern: /\b(\d{1,6})(º|°|ª)(?![CF])/gu,
      say: (number, sign) => toOrdinal(number).replace(/o$/, sign === 'ª' ? 'a' : 'o'),
    },
  ],
  at: 'chiocciola',
  signs: signsOf('punto', 'trattino', 'trattino basso', 'barra', 'più'),
  to: 'a',
  per: 'al',
  and: 'e',
  number: 'numero',
  of: () => 'di ',
  dollar: ['dollaro', 'dollari'],
  cents: ['centesimo', 'centesimi'],
  fractions: ['mezzo', 'un quarto', 'tre quarti', 'un terzo', 'due terzi'],
  magnitudes: [
    'k|K|mila',
    'M|mln\\.?|milioni|milione',
    'mld\\.?|Mld\\.?|miliardi|miliardo',
    'bilioni|bilione',
  ],
  codeWords: 'codice|PIN|CAP|numero|riferimento|interno|password',
  abbreviations: [
    [/(?<=\d\s?)mln\.?(?!\p{L})/gu, 'milioni'],
    [/(?<=\d\s?)mld\.?(?!\p{L})/gu, 'miliardi'],
    beforeNames(
      'Sig. = Signor; Sig.ra = Signora; Sigg. = Signori; Sig.na = Signorina; Dott. = Dottor; Dott.ssa = Dottoressa; Dr. = Dottor; Prof. = Professor; Prof.ssa = Professoressa; Avv. = Avvocato; Ing. = Ingegner; Geom. = Geometra; Rag. = Ragionier; S. = San; V.le = Viale; P.zza = Piazza; C.so = Corso',
    ),
    abbreviations(
      'ad es. = ad esempio; p. es. = per esempio; ecc. = eccetera; ca. = circa; max. = massimo; min. = minimo; tel. = telefono; Tel. = Telefono; & = e',
    ),
    beforeNumbers('n. = numero; nr. = numero; N. = numero; pag. = pagina; art. = articolo; cap. = capitolo'),
  ],
};
