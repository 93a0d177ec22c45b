import { answerForm } from './form-engine.js';
import type { Form, FormField } from './form.js';
import { nextStep } from './form-questions.js';
import { type FormState, type FormStep, type FormTurn, withReading } from './form-state.js';
import type { ValueContext, ValueType } from './values/index.js';

/** What the caller may have said, as a recogniser has it. */
export interface HeardReading {
  readonly text: string;
  /** Natural logarithm. */
  readonly logLikelihood: number;
}

/** How values of types are dictated: in words and digits, or letter by letter as well. Others are just said. */
const DICTATED: Partial<Record<ValueType, 'words' | 'letters'>> = {
  ...{ spelled: 'letters', postcode: 'letters', email: 'letters', phone: 'words' },
  ...{ number: 'words', money: 'words', date: 'words', time: 'words', datetime: 'words', duration: 'words' },
};

/** Recognisers are surer than they are right: their logarithms are divided by this. */
const OVERCONFIDENCE = 2;
/** How probable it is in a turn that something was said that there is no reading of. */
const UNHEARD = 0.02;
/** By how much less likely something is (natural logarithms) that the form makes nothing of, */
const LOST = 3;
/** ... that the caller has denied, */
const DENIED = 20;
/** ... a number that its country doesn't have, and an address whose domain hardly anybody has. */
const UNUSUAL = 2.5;
const USUAL_DOMAIN = /\.(com|org|net|edu|gov|info|biz|io|app|dev|shop|(?!co)[a-z]{2})"$/;
/** With more words than a plain "no, that's wrong" has, a new value was said. */
const MOST_WORDS_OF_NO = 4;
/** A value that is at most so much less likely than another one is asked about as well. */
const CLOSE = 0.7;
/** Too long for such a question, and not told apart by their sound ("harbor", "harbour"). */
const NEVER_ASKED: ReadonlySet<ValueType> = new Set(['email']);

/** What a reading makes of the form. */
interface Outcome {
  readonly key: string;
  readonly text: string;
  readonly share: number;
  readonly isLost: boolean;
  /** Of the field that was asked for. */
  readonly value: string | undefined;
}

/** What was heard of a field. */
interface Evidence {
  /** Natural logarithms, by values. */
  readonly values: ReadonlyMap<string, number>;
  readonly denied: ReadonlySet<string>;
}

const NOTHING: Evidence = { values: new Map(), denied: new Set() };

/** What was understood of a turn that may not be over yet. */
interface Understood {
  readonly text: string;
  /** Says another value, and is nearly as likely. */
  readonly other: string | undefined;
  readonly values: Evidence['values'];
}

/** The field that the caller is asked about; undefined where it is about several. */
const askedField = ({ fields }: Form, { step }: FormState): FormField | undefined =>
  'field' in step
    ? fields.find(({ name }) => name === step.field)
    : fields.length === 1
      ? fields[0]
      : undefined;

/** How the answer is dictated that the caller is asked for; undefined where it is just said. */
export function dictatedAnswer(form: Form, state: FormState): 'words' | 'letters' | undefined {
  const type = askedField(form, state)?.type;
  return type && DICTATED[type];
}

/**
 * Tells which of several readings a caller said, by what the form makes of each: readings that come to the same count
 * together, as do turns in which the caller says a value again.
 */
export class FormEar {
  private readonly evidence = new Map<string, Evidence>();
  private understood: Understood | undefined;

  /** The likeliest reading; undefined where the form makes nothing of it, or there is none. */
  likeliest(
    form: Form,
    state: FormState,
    readings: readonly HeardReading[],
    context: ValueContext,
  ): string | undefined {
    const field = askedField(form, state);
    const before = (field && this.evidence.get(field.name)) ?? NOTHING;
    const ranked = rankedOutcomes(outcomesOf(form, state, readings, context))
      .map((one) => ({ ...one, score: one.heard - doubtsOf(one, before, field?.type, context) }))
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
    };
    return first.text;
  }

  /** What the turn makes of the form; where another value is nearly as likely as the one that was said, asks which. */
  answer(form: Form, state: FormState, turn: FormTurn, context: ValueContext): FormStep {
    const heard = this.understood?.text === turn.text ? this.understood : undefined;
    this.understood = undefined;
    const step = answerForm(form, state, turn, context);
    const name = askedField(form, state)?.name;
    if (name === undefined) return step;
    this.learn(name, heard?.values, state, step.state);
    if (heard?.other === undefined || step.outcome !== 'open') return step;
    const value = step.state.values[name];
    const other = answerForm(form, state, { text: heard.other }, context).state.values[name];
    if (value === undefined || other === undefined || Object.hasOwn(step.state.doubts, name)) return step;
    const doubted = withReading(step.state, name, { value, others: [other] });
    return nextStep(form, { ...doubted, asked: state.asked }, context, { before: state });
  }

  private learn(
    name: string,
    values: Evidence['values'] | undefined,
    before: FormState,
    after: FormState,
  ): void {
    const { values: earlier, denied } = this.evidence.get(name) ?? NOTHING;
    const [old, now] = [valueOf(before, name), valueOf(after, name)];
    this.evidence.set(name, {
      values: bothTurns(earlier, values ?? NOTHING.values),
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

type Ranked = Pick<Outcome, 'text' | 'value' | 'isLost'> & { readonly heard: number };

/** One for each outcome, with how likely it is by its sound (natural logarithm). */
function rankedOutcomes(outcomes: readonly Outcome[]): readonly Ranked[] {
  return [...new Set(outcomes.map(({ key }) => key))].flatMap((key) => {
    const alike = outcomes.filter((one) => one.key === key).sort((one, other) => other.share - one.share);
    const heard = Math.log(alike.reduce((sum, { share }) => sum + share, UNHEARD));
    return alike.slice(0, 1).map(({ text, value, isLost }) => ({ text, value, isLost, heard }));
  });
}

function doubtsOf(
  { value, isLost }: Ranked,
  before: Evidence,
  type: ValueType | undefined,
  { country }: ValueContext,
): number {
  const lost = isLost ? LOST : 0;
  if (value === undefined) return lost;
  const isUnusual =
    type === 'phone'
      ? country !== undefined && !value.startsWith('"+')
      : type === 'email' && !USUAL_DOMAIN.test(value);
  const earlier = before.values.size === 0 ? 0 : (before.values.get(value) ?? Math.log(UNHEARD));
  return lost + (isUnusual ? UNUSUAL : 0) + (before.denied.has(value) ? DENIED : 0) - earlier;
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
  const most = Math.max(...readings.map(({ logLikelihood }) => logLikelihood));
  const weights = readings.map(({ logLikelihood }) => Math.exp((logLikelihood - most) / OVERCONFIDENCE));
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
