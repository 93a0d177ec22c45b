import { answerForm } from './form-engine.js';
import type { Form, FormField } from './form.js';
import { nextStep } from './form-questions.js';
import { addressesOf, heardParts, type HeardParts, heardWord, NO_DOMAIN } from './heard-address.js';
import { type FormState, type FormStep, type FormTurn, withReading } from './form-state.js';
import { asName, type ValueContext, type ValueType, yesOrNo } from './values/index.js';

/** One of the recognizer's alternatives. */
export interface HeardReading {
  readonly text: string;
  /** Natural logarithm. */
  readonly logLikelihood: number;
}

/** How values are dictated, by type: in words and digits, or letter by letter too. Other types are spoken normally. */
const DICTATED: Partial<Record<ValueType, 'words' | 'letters'>> = {
  ...{ spelled: 'letters', postcode: 'letters', email: 'letters', phone: 'words' },
  ...{ number: 'words', money: 'words', date: 'words', time: 'words', datetime: 'words', duration: 'words' },
};

/** Divides the logarithms: recognizers are overconfident about spelled letters. */
const OVERCONFIDENCE = { letters: 2, words: 1 };
/** Probability per turn that no reading matches the caller's words. */
const UNHEARD = 0.02;
/** Penalties (natural logarithms) for readings that the form can't use, */
const LOST = 3;
/** ... that the caller has denied, */
const DENIED = 20;
/** ... and for numbers that are invalid in their country. */
const UNUSUAL = 2.5;
/** A longer answer than a plain "no, that's wrong" contains a new value. */
const MOST_WORDS_OF_NO = 4;
/** A value this close to the most likely one leads to a question. */
const CLOSE = 0.7;
/** Values too long for such a question, and with alternatives that sound the same ("harbor", "harbour"). */
const NEVER_ASKED: ReadonlySet<ValueType> = new Set(['email']);

/** The result of a reading for the form. */
interface Outcome {
  readonly key: string;
  readonly text: string;
  readonly share: number;
  readonly isLost: boolean;
  /** Of the field in question. */
  readonly value: string | undefined;
}

/** The evidence for the values of a field. */
interface Evidence {
  /** Natural logarithms by value. */
  readonly values: ReadonlyMap<string, number>;
  /** Turns with a spelled word, or with parts of an address. */
  readonly parts: readonly HeardParts[];
  readonly denied: ReadonlySet<string>;
}

const NOTHING: Evidence = { values: new Map(), parts: [], denied: new Set() };

/** A preliminary result of a turn that may continue. */
interface Understood {
  readonly text: string;
  /** Says another value, and is nearly as likely. */
  readonly other: string | undefined;
  readonly values: Evidence['values'];
  readonly parts: HeardParts | undefined;
}

/** The field of the question; undefined if it is about several fields. */
const askedField = ({ fields }: Form, { step }: FormState): FormField | undefined =>
  'field' in step
    ? fields.find(({ name }) => name === step.field)
    : fields.length === 1
      ? fields[0]
      : undefined;

/** How the expected answer is dictated; undefined if it is spoken normally. */
export function dictatedAnswer(form: Form, state: FormState): 'words' | 'letters' | undefined {
  const type = state.step.kind === 'spell' ? 'spelled' : askedField(form, state)?.type;
  return type && DICTATED[type];
}

/**
 * Chooses among alternative readings by their results for the form. Readings with the same result add up, as do turns
 * in which the caller repeats a value.
 */
export class FormEar {
  private readonly evidence = new Map<string, Evidence>();
  private understood: Understood | undefined;

  /** The most likely reading; undefined without one, or if the form can't use it. */
  likeliest(
    form: Form,
    state: FormState,
    readings: readonly HeardReading[],
    context: ValueContext,
  ): string | undefined {
    const field = askedField(form, state);
    const before = (field && this.evidence.get(field.name)) ?? NOTHING;
    const outcomes = outcomesOf(form, state, readings, context);
    const suggested = suggestedValues(field, state);
    const isNew = (value: string | undefined) => value !== undefined && !suggested.includes(value);
    const fresh = outcomes.filter(({ value }) => isNew(value));
    const parts = field && 'field' in state.step ? partsHeard(field, state, fresh, outcomes) : undefined;
    const whole = rankedOutcomes(outcomes).filter(({ value }) => !parts || !isNew(value));
    const isChoice = state.step.kind === 'choose';
    const asked = { suggested, isChoice, parts, type: field?.type, ...context };
    const ranked = [...whole, ...(parts && field ? combined(field, outcomes, parts, before, suggested) : [])]
      .map((one) => ({ ...one, score: one.heard - doubtsOf(one, before, asked) }))
      .sort((one, other) => other.score - one.score);
    const [first, second] = ranked;
    if (!first || first.isLost) return undefined;
    const isChosen = isChoice && !isNew(first.value);
    const isAsked = !isChosen && first.value !== undefined && field && !NEVER_ASKED.has(field.type);
    const isClose =
      second && !second.isLost && second.value !== undefined && second.score >= first.score - CLOSE;
    this.understood = {
      text: first.text,
      other: isAsked && isClose ? second.text : undefined,
      values: new Map(ranked.flatMap(({ value, heard }) => (value === undefined ? [] : [[value, heard]]))),
      parts,
    };
    return first.text;
  }

  /** Applies the turn to the form. If another value is nearly as likely, asks which one was meant. */
  answer(form: Form, state: FormState, turn: FormTurn, context: ValueContext): FormStep {
    const heard = this.understood?.text === turn.text ? this.understood : undefined;
    this.understood = undefined;
    const step = answerForm(form, state, turn, context);
    const name = askedField(form, state)?.name;
    if (name === undefined) return step;
    this.learn(name, heard, state, step.state);
    if (heard?.other === undefined || step.outcome !== 'open') return step;
    const value = step.state.values[name];
    const other = answerForm(form, state, { text: heard.other }, context).state.values[name];
    if (value === undefined || other === undefined || Object.hasOwn(step.state.doubts, name)) return step;
    const doubted = withReading(step.state, name, { value, others: [other] });
    return nextStep(form, { ...doubted, asked: state.asked }, context, { before: state });
  }

  private learn(name: string, heard: Understood | undefined, before: FormState, after: FormState): void {
    const { values: earlier, parts, denied } = this.evidence.get(name) ?? NOTHING;
    const [old, now] = [valueOf(before, name), valueOf(after, name)];
    this.evidence.set(name, {
      values: bothTurns(earlier, heard?.values ?? NOTHING.values),
      parts: heard?.parts ? [...parts, heard.parts] : parts,
      denied: old !== undefined && old !== now ? new Set([...denied, old]) : denied,
    });
  }
}

function bothTurns(earlier: Evidence['values'], later: Evidence['values']): Evidence['values'] {
  if (earlier.size === 0 || later.size === 0) return earlier.size === 0 ? later : earlier;
  const values = [...new Set([...earlier.keys(), ...later.keys()])];
  const of = (turn: Evidence['values'], value: string) => turn.get(value) ?? Math.log(UNHEARD);
  return new Map(values.map((value) => [value, of(earlier, value) + of(later, value)]));
}

/** The values that the question suggests. */
function suggestedValues(field: FormField | undefined, state: FormState): readonly (string | undefined)[] {
  const doubts = (field && state.doubts[field.name]) ?? [];
  return [field && valueOf(state, field.name), ...doubts.map((value) => JSON.stringify(value))];
}

/** The parts of an address, or a spelled word. Other values are compared as a whole. */
function partsHeard(
  { type }: FormField,
  { step }: FormState,
  fresh: readonly Outcome[],
  all: readonly Outcome[],
): HeardParts | undefined {
  if (type === 'email') return heardParts(all);
  if (type !== 'spelled' && step.kind !== 'spell') return undefined;
  return heardWord(
    fresh.map(({ value = '""', share }) => ({ text: String(JSON.parse(value)).toLowerCase(), share })),
  );
}

/** Values made of parts that were heard in different readings or turns, and of known names. */
function combined(
  { type }: FormField,
  outcomes: readonly Outcome[],
  parts: HeardParts,
  before: Evidence,
  suggested: Asked['suggested'],
): readonly Ranked[] {
  return [...addressesOf([...before.parts, parts])].flatMap(([address, likely]) => {
    const word = address.slice(0, -NO_DOMAIN.length);
    const said = type === 'email' ? address : type === 'name' ? asName(word) : word.toUpperCase();
    const value = JSON.stringify(said);
    const heard = Math.log(parts.share + UNHEARD) + likely;
    const reading = outcomes.find((one) => one.value === value)?.text;
    const text = reading ?? (type === 'email' ? said : [...said].join(' '));
    return suggested.includes(value) || before.denied.has(value)
      ? []
      : [{ text, value, isLost: false, heard }];
  });
}

type Ranked = Pick<Outcome, 'text' | 'value' | 'isLost'> & { readonly heard: number };

/** One reading per result, with the likelihood of its sound (natural logarithm). */
function rankedOutcomes(outcomes: readonly Outcome[]): readonly Ranked[] {
  return [...new Set(outcomes.map(({ key }) => key))].flatMap((key) => {
    const alike = outcomes.filter((one) => one.key === key).sort((one, other) => other.share - one.share);
    const heard = Math.log(alike.reduce((sum, { share }) => sum + share, UNHEARD));
    return alike.slice(0, 1).map(({ text, value, isLost }) => ({ text, value, isLost, heard }));
  });
}

interface Asked {
  readonly suggested: readonly (string | undefined)[];
  readonly isChoice: boolean;
  readonly parts: HeardParts | undefined;
  readonly type: ValueType | undefined;
  readonly country?: string | undefined;
}

function doubtsOf(
  { text, value, isLost }: Ranked,
  before: Evidence,
  { suggested, isChoice, parts, type, country }: Asked,
): number {
  const isSuggested = value !== undefined && suggested.includes(value);
  const isConfirmed = isSuggested && (isChoice || yesOrNo(text) === true);
  // The evidence of parts contains the earlier turns.
  const isCombined = parts !== undefined && value !== undefined && !isSuggested;
  const isJudged = before.values.size === 0 || isConfirmed || isCombined;
  const earlier = isJudged ? 0 : (before.values.get(value ?? '') ?? Math.log(UNHEARD));
  const isUnusual =
    type === 'phone' && value !== undefined && country !== undefined && !value.startsWith('"+');
  const isDenied = value !== undefined && before.denied.has(value);
  return (isLost ? LOST : 0) + (isUnusual ? UNUSUAL : 0) + (isDenied ? DENIED : 0) - earlier;
}

function valueOf({ values }: FormState, name: string): string | undefined {
  const value = values[name];
  return value === undefined ? undefined : JSON.stringify(value);
}

function outcomesOf(
  form: Form,
  state: FormState,
  readings: readonly HeardReading[],
  context: ValueContext,
): readonly Outcome[] {
  const name = askedField(form, state)?.name;
  const overconfidence = OVERCONFIDENCE[dictatedAnswer(form, state) ?? 'words'];
  const most = Math.max(...readings.map(({ logLikelihood }) => logLikelihood));
  const weights = readings.map(({ logLikelihood }) => Math.exp((logLikelihood - most) / overconfidence));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return readings.map(({ text }, at) => {
    const { state: next, outcome, isLost = false } = answerForm(form, state, { text }, context);
    const { values, doubts, halves, confirmed, skipped, step } = next;
    const isVain =
      outcome === 'open' &&
      text.split(' ').length > MOST_WORDS_OF_NO &&
      Object.keys(values).every((one) => valueOf(next, one) === valueOf(state, one));
    return {
      key: JSON.stringify([outcome, values, doubts, halves, confirmed, skipped, step]),
      text,
      share: (weights[at] ?? 0) / all,
      isLost: isLost || isVain,
      value: name === undefined ? undefined : valueOf(next, name),
    };
  });
}
