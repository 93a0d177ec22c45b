import { toCardinal, toOrdinal } from 'n2words/es-ES';
import { abbreviations, beforeNames, beforeNumbers, type FormLanguage, signsOf } from './form-language.js';

/** n2words says "punto" for the decimal comma, and does not shorten "uno" before "mil". */
const cardinal = (number: string | number): string =>
  shortened(toCardinal(number).replace(' punto ', ' coma '), / mil\b/);

/** "veintiuno" and "uno" are shortened before a noun. */
const shortened = (words: string, before: RegExp): string =>
  words
    .replace(new RegExp(`veintiuno(?=${before.source})`, 'g'), 'veintiún')
    .replace(new RegExp(`\\buno(?=${before.source})`, 'g'), 'un');

const ordinal = (number: string, isFeminine: boolean): string =>
  toOrdinal(number, { gender: isFeminine ? 'feminine' : 'masculine' });

export const spanish: FormLanguage = {
  locale: 'es-ES',
  regions: ['ES', 'MX'],
  cardinal,
  counted: (number, noun) =>
    /^\p{L}+a(s|\b)/u.test(noun) && /^\d+$/.test(number)
      ? shortened(toCardinal(number, { gender: 'feminine' }), / mil\b/)
      : shortened(cardinal(number), /$/),
  date: (day, month, year) => [cardinal(day), month, ...(year ? [year] : [])].join(' de '),
  time: (hour, minute, half) => {
    const said = hour === 'uno' ? 'una' : hour;
    const part = half === undefined ? '' : half === 'a' ? ' de la mañana' : ' de la tarde';
    return minute ? `${said} y ${minute}${part}` : `${said}${part || ' en punto'}`;
  },
  hourSigns: { between: '(?!)', after: '\\s?h\\b' },
  ordinals: [
    // "primero" and "tercero" are shortened before a noun.
    {
      pattern: /\b(\d{1,6})\.?(?:º|°|er)(?=\s\p{L})/gu,
      say: (number) => ordinal(number, false).replace(/(primer|tercer)o$/, '$1'),
    },
    { pattern: /\b(\d{1,6})\.?(º|°|ª)/gu, say: (number, sign) => ordinal(number, sign === 'ª') },
  ],
  at: 'arroba',
  signs: signsOf('punto', 'guion', 'guion bajo', 'barra', 'más'),
  to: 'a',
  per: 'por',
  and: 'con',
  number: 'número',
  of: () => 'de ',
  dollar: ['dólar', 'dólares'],
  cents: ['centavo', 'centavos'],
  euroCents: ['céntimo', 'céntimos'],
  fractions: ['medio', 'un cuarto', 'tres cuartos', 'un tercio', 'dos tercios'],
  magnitudes: ['k|K|mil', 'M|mill\\.?|mdp|millones|millón', 'mil millones', 'billones|billón'],
  codeWords: 'código|PIN|código postal|identificador|número|referencia|extensión|contraseña|clave',
  abbreviations: [
    beforeNames(
      'Sr. = Señor; Sra. = Señora; Srta. = Señorita; Sres. = Señores; Sras. = Señoras; Dr. = Doctor; Dra. = Doctora; D. = Don; Dña. = Doña; Prof. = Profesor; Lic. = Licenciado; Ing. = Ingeniero; Sta. = Santa; Sto. = Santo; Av. = Avenida; Avda. = Avenida; C/ = Calle',
    ),
    abbreviations(
      'p. ej. = por ejemplo; EE. UU. = Estados Unidos; Uds. = ustedes; Ud. = usted; etc. = etcétera; aprox. = aproximadamente; máx. = máximo; mín. = mínimo; tel. = teléfono; Tel. = Teléfono; & = y',
    ),
    beforeNumbers(
      'n.º = número; nº = número; núm. = número; pág. = página; págs. = páginas; cap. = capítulo; art. = artículo',
    ),
  ],
};

const withPoint = (words: string): string => words.replace(' coma ', ' punto ');

/** Mexican Spanish has a decimal point. */
export const mexican: FormLanguage = {
  ...spanish,
  regions: ['MX', 'US'],
  cardinal: (number) => withPoint(spanish.cardinal(number)),
  counted: (number, noun) => withPoint(spanish.counted?.(number, noun) ?? spanish.cardinal(number)),
};
