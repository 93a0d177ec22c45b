/** Abbreviations before a word. Those that can also end a sentence ("etc.") are not listed. */
const BEFORE_WORDS = `
  dr mr mrs ms mx prof st mt ft rev fr msgr gen col capt cpt lt sgt maj cmdr hon pres gov sen rep supt vs approx incl esp
  hr hrn frl dipl ing mag bzw ca inkl exkl evtl ggf sog vgl zzgl abzgl einschl gegr geb verh
  sr sra srta srs sras sres srtas dra drs dres dña lic licda ldo lda lcdo lcda sto sta excmo excma ilmo ilma mons av avda ej aprox
  mme mmes mlle mlles mm dir env
  sig sigg sig.ra dott prof.ssa avv geom rag egr gent.mo gent.ma spett on
  dhr mevr mw mej ir bijv resp o.a
  eng exmo exma pe profa`;

/** Abbreviations only before a number: "No. 5" continues, "No. I am" does not. */
const BEFORE_NUMBERS = `
  no nos nr nro núm num art abs abt kap bd vol ch cap fig tab tel ext apt rm zi max min pp pg pág pag sec sect
  str av ave blvd rd
  jan feb mar apr jun jul aug sep sept oct nov dec okt dez mrt ene abr ago dic fev mai set out janv févr avr juil déc gen mag giu lug ott`;

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));
const BEFORE_WORD = words(BEFORE_WORDS);
const BEFORE_NUMBER = words(BEFORE_NUMBERS);

/** The number of a list item. */
const LIST_NUMBER = /(?:^|\n)\s*\d{1,3}\.$/;

/** Languages that write "third" as "3.". */
const ORDINAL_DOTS = /^(?:de|da|nb|nn|no|fi|is|et|lv|cs|sk|pl|hu|sl|hr|bs|sr|tr|lb)\b/i;

/**
 * True if the dot at the end of a text belongs to an abbreviation, an initial or an ordinal number.
 * @param next The text that follows.
 */
export function isWithDot(text: string, next: string, languageCode: string | undefined): boolean {
  if (/\d\.$/.test(text)) return hasOrdinalDots(languageCode) || LIST_NUMBER.test(text);
  const [, word] = /([\p{L}.]+)\.$/u.exec(text) ?? [];
  if (word === undefined || /^[ap]\.m$/i.test(word)) return false;
  // In "9 h.", the letter is a unit.
  const isInitial = /^\p{L}$|\.\p{L}$/u.test(word) && !/\d\s?\p{Ll}\.$/u.test(text);
  const lower = word.toLowerCase();
  return isInitial || BEFORE_WORD.has(lower) || (BEFORE_NUMBER.has(lower) && /^\d/.test(next));
}

const hasOrdinalDots = (languageCode: string | undefined): boolean =>
  languageCode === undefined || ORDINAL_DOTS.test(languageCode);
