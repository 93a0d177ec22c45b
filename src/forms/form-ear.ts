import { answerForm } from './form-engine.js';
import type { Form, FormField } from './form.js';
import { nextStep } from './form-questions.js';
import { addressesOf, heardParts, type HeardParts } from './heard-address.js';
import { type FormState, type FormStep, type FormTurn, withReading } from './form-state.js';
import { likeness, type ValueContext, type ValueType, yesOrNo } from './values/index.js';

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
  /** Turns with parts of an address. */
  readonly addresses: readonly HeardParts[];
  readonly denied: ReadonlySet<string>;
}

const NOTHING: Evidence = { values: new Map(), addresses: [], denied: new Set() };

/** A preliminary result of a turn that may continue. */
interface Understood {
  readonly text: string;
  /** Says another value, and is nearly as likely. */
  readonly other: string | undefined;
  readonly values: Evidence['values'];
  readonly address: HeardParts | undefined;
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
  const type = askedField(form, state)?.type;
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
    const address = field?.type === 'email' && 'field' in state.step ? heardParts(outcomes) : undefined;
    const old = field && valueOf(state, field.name);
    const isKnown = ({ value }: Ranked) => value === undefined || value === old;
    const whole = rankedOutcomes(outcomes).filter((one) => !address || isKnown(one));
    const ranked = [...whole, ...(address ? combined(outcomes, address, before, old) : [])]
      .map((one) => ({ ...one, score: one.heard - doubtsOf(one, before, old, field?.type, context) }))
      .sort((one, other) => other.score - one.score);
    const [first, second] = ranked;
    if (!first || first.isLost) return undefined;
    const isAsked = first.value !== undefined && field !== undefined && !NEVER_ASKED.has(field.type);
    const isClose =
      second && !second.isLost && second.value !== undefined && second.score >= first.score - CLOSE;
    this.understood = {
      text: first.text,
      other: isAsked && isClose ? second.text : undefined,
      values: new Map(ranked.flatMap(({ value, heard }) => (value === undefined ? [] : [[value, heard]]))),
      address,
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
    const { values: earlier, addresses, denied } = this.evidence.get(name) ?? NOTHING;
    const [old, now] = [valueOf(before, name), valueOf(after, name)];
    this.evidence.set(name, {
      values: bothTurns(earlier, heard?.values ?? NOTHING.values),
      addresses: heard?.address ? [...addresses, heard.address] : addresses,
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

/** Addresses made of parts that were heard in different readings or turns. */
function combined(
  outcomes: readonly Outcome[],
  address: HeardParts,
  { addresses, denied }: Evidence,
  old: string | undefined,
): readonly Ranked[] {
  return [...addressesOf([...addresses, address])].flatMap(([text, likely]) => {
    const value = JSON.stringify(text);
    const heard = Math.log(address.share + UNHEARD) + likely;
    const reading = outcomes.find((one) => one.value === value)?.text;
    return value === old || denied.has(value) ? [] : [{ text: reading ?? text, value, isLost: false, heard }];
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

function doubtsOf(
  { text, value, isLost }: Ranked,
  before: Evidence,
  old: string | undefined,
  type: ValueType | undefined,
  { country }: ValueContext,
): number {
  const isConfirmed = value !== undefined && value === old && yesOrNo(text) === true;
  // The evidence for addresses contains the earlier turns.
  const isJudged =
    before.values.size === 0 || isConfirmed || (type === 'email' && value !== undefined && value !== old);
  const earlier = isJudged ? 0 : heardBefore(value, before.values, type);
  const isUnusual =
    type === 'phone' && value !== undefined && country !== undefined && !value.startsWith('"+');
  const isDenied = value !== undefined && before.denied.has(value);
  return (isLost ? LOST : 0) + (isUnusual ? UNUSUAL : 0) + (isDenied ? DENIED : 0) - earlier;
}

/** Spelled words may have been heard with similar letters. */
function heardBefore(
  value: string | undefined,
  values: Evidence['values'],
  type: ValueType | undefined,
): number {
  if (value === undefined) return Math.log(UNHEARD);
  if (type !== 'spelled') return values.get(value) ?? Math.log(UNHEARD);
  const said = value.toLowerCase();
  const alike = [...values].map(([heard, logarithm]) => logarithm + likeness(said, heard.toLowerCase()));
  return Math.max(Math.log(UNHEARD), ...alike);
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
