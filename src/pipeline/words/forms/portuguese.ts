import { toCardinal, toOrdinal } from 'n2words/pt-PT';
import { abbreviations, beforeNames, beforeNumbers, type FormLanguage, signsOf } from './form-language.js';

const FEMININE: Readonly<Record<string, string>> = { um: 'uma', dois: 'duas' };
/** "quilograma" is masculine. */
const isFeminine = (noun: string): boolean => /^\p{L}+as?\b/iu.test(noun) && !/^\p{L}*gramas?\b/iu.test(noun);

function feminine(words: string): string {
  return words.replace(/\b(um|dois)$/, (last) => FEMININE[last] ?? last).replace(/entos\b/g, 'entas');
}

export const portuguese: FormLanguage = {
  locale: 'pt-PT',
  regions: ['PT', 'BR'],
  cardinal: toCardinal,
  counted: (number, noun) => (isFeminine(noun) ? feminine(toCardinal(number)) : toCardinal(number)),
  date: (day, month, year) =>
    [day === 1 ? 'primeiro' : toCardinal(day), month, ...(year ? [year] : [])].join(' de '),
  time: (hour, minute) => {
    const said = hour.replace(/\b(um|dois)$/, (last) => FEMININE[last] ?? last);
    return minute ? `${said} e ${minute}` : `${said} em ponto`;
  },
  hourSigns: { between: '\\s?h\\s?', after: '\\s?h\\b' },
  ordinals: [
    {
      pattern: /\b(\d{1,6})\.?(º|°|ª)/gu,
      say: (number, sign) => (sign === 'ª' ? toOrdinal(number).replace(/o\b/g, 'a') : toOrdinal(number)),
    },
  ],
  at: 'arroba',
  signs: signsOf('ponto', 'hífen', 'sublinhado', 'barra', 'mais'),
  to: 'a',
  per: 'por',
  and: 'e',
  number: 'número',
  of: () => 'de ',
  dollar: ['dólar', 'dólares'],
  cents: ['centavo', 'centavos'],
  euroCents: ['cêntimo', 'cêntimos'],
  fractions: ['meio', 'um quarto', 'três quartos', 'um terço', 'dois terços'],
  magnitudes: [
    'k|K|mil',
    'M|mi|milhões|milhão',
    'bi|bilhões|bilhão|mil milhões',
    'trilhões|trilhão|biliões|bilião',
  ],
  codeWords: 'código|PIN|CEP|código postal|número|referência|ramal|extensão|senha',
  abbreviations: [
    beforeNames(
      'Sr. = Senhor; Sra. = Senhora; Srta. = Senhorita; Srs. = Senhores; Dr. = Doutor; Dra. = Doutora; Prof. = Professor; Profa. = Professora; D. = Dona; Eng. = Engenheiro; Av. = Avenida; R. = Rua; Sta. = Santa; Sto. = Santo',
    ),
    abbreviations(
      'p. ex. = por exemplo; etc. = et cetera; aprox. = aproximadamente; máx. = máximo; mín. = mínimo; tel. = telefone; Tel. = Telefone; apto. = apartamento; & = e',
    ),
    beforeNumbers('n.º = número; nº = número; n° = número; pág. = página; art. = artigo; cap. = capítulo'),
  ],
};

/** Brazilian variants. */
const BRAZILIAN: Readonly<Record<string, string>> = {
  dezasseis: 'dezesseis',
  dezassete: 'dezessete',
  dezanove: 'dezenove',
};
const inBrazil = (words: string): string =>
  words.replace(/dezasseis|dezassete|dezanove/g, (word) => BRAZILIAN[word] ?? word);

export const brazilian: FormLanguage = {
  ...portuguese,
  locale: 'pt-BR',
  regions: ['BR'],
  cardinal: (number) => inBrazil(toCardinal(number)),
  counted: (number, noun) => inBrazil(portuguese.counted?.(number, noun) ?? toCardinal(number)),
  date: (...date) => inBrazil(portuguese.date(...date)),
};
