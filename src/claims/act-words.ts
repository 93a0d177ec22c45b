/** Past form and participle of irregular verbs that agents use of what they did, where they are not those of a tool. */
const IRREGULAR = `kept given gave brought drawn drew written wrote chosen chose driven
  drove left built bound caught dealt done made put set shut split spread stuck swept sent
  thrown threw laid lit cut begun`.split(/\s+/);
const irregular: ReadonlySet<string> = new Set(IRREGULAR);

/** Stems of verbs that are no act of an agent: it hears, thinks, talks, or states a fact. */
const NEUTRAL: ReadonlySet<string> = new Set(
  `understand hear see notice think believe hope want wish need like love miss know mean realise realize forget remember speak
  talk help try work wait listen assume guess decide appreciate thank apologise apologize welcome greet ask say tell mention
  offer suggest recommend use happen seem look expect learn meet wonder enjoy repeat require explain describe
  interest concern relate locate situate call name base rate price include suppose allow permit limit close own found
  consider know design operate regard entitle worry tire please excite delight confuse mistake discuss agree refer
  receive experience serve run depend get take go come be have do lead
  assist answer respond miss deserve prefer advise inform detail list own gather collect`.split(/\s+/),
);

export type ActForm = 'past' | 'present';

/** How a word may say that something was done ("pencilled") or is being done; undefined if it does not. */
export function actOf(word: string): ActForm | undefined {
  if (irregular.has(word)) return NEUTRAL.has(word) ? undefined : 'past';
  if (word.length > 4 && /[^e]ed$/.test(word) && !isNeutral(word.slice(0, -2))) return 'past';
  if (word.length > 5 && word.endsWith('ing') && !isNeutral(word.slice(0, -3))) return 'present';
  return undefined;
}

/** @param stem Of a regular form: "pencill", "notic", "tri". */
const isNeutral = (stem: string): boolean =>
  [stem, `${stem}e`, stem.replace(/i$/, 'y'), stem.replace(/(.)\1$/, '$1')].some((base) => NEUTRAL.has(base));
