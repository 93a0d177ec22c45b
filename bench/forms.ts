import { loadResampler } from '../src/audio/index.js';
import { MoonshineRecognizer } from '../src/engines/local/moonshine/recognizer.js';
import { beginForm, dictatedAnswer, type Form, FormEar, type FormStep } from '../src/forms/index.js';
import { concat } from '../test/support/audio.js';
import { silence } from './dialogues/sounds.js';
import { DICTATED_TYPES, dictatedValues, type DictatedValue, NOW_MS } from './forms/dictated-values.js';
import { overTelephone } from './recognition/lines.js';
import { NaturalVoices } from './recognition/natural-voices.js';
import { benchOptions } from './support/options.js';
import { percentile } from './support/statistics.js';

const BEFORE_MS = 300;
const AFTER_MS = 120;
const SPEEDS = [1, 1.1, 0.9];
/** Turns after which a caller gives up. */
const MOST_TURNS = 8;

const { voices, count, seed, free, wrong, types } = benchOptions(
  'forms',
  `How many values a form gets right that callers say over the telephone (G.711, 3 % of packets lost): at first, and after
one more turn in which the caller says no to a wrong one and repeats it. bench/recognition/prepare.sh brings the voices.`,
  {
    voices: ['af_heart,am_adam,bf_emma,bm_lewis,joe', 'voices, with commas'],
    types: [DICTATED_TYPES.join(','), 'of values, with commas'],
    count: [20, 'values of each type'],
    seed: [1, 'of the values and their wordings'],
    free: [false, 'without looking at what was asked for'],
    wrong: [false, 'show what was misheard'],
  },
);

interface Spoken extends DictatedValue {
  readonly voice: string;
  readonly speed: number;
  readonly line: number;
}

interface Result {
  readonly type: string;
  /** Turns until the value was right, by the turn in which it was said; undefined: never. */
  readonly rightAfter: number | undefined;
  readonly isWronglyConfirmed: boolean;
}

const names = voices.split(',');
const items = dictatedValues(seed, count)
  .filter(({ type }) => types.split(',').includes(type))
  .map((item, at): Spoken => ({
    ...item,
    voice: names[Math.floor(at / DICTATED_TYPES.length + at) % names.length] ?? '',
    speed: SPEEDS[at % SPEEDS.length] ?? 1,
    line: at + 1,
  }));
const natural = new NaturalVoices();
const times: number[] = [];
await loadResampler();
const recognizer = await MoonshineRecognizer.load();

/** The form's value for an utterance. */
async function hear(
  text: string,
  item: Spoken,
  turn: number,
  form: Form,
  step: FormStep,
  ear: FormEar,
): Promise<string> {
  const samples = await natural.say({ text, voice: item.voice, speed: item.speed });
  const sound = concat([silence(BEFORE_MS), samples, silence(AFTER_MS)]);
  const heard = overTelephone(sound, item.line + 1_000 * turn);
  const before = process.cpuUsage();
  const dictated = free ? undefined : dictatedAnswer(form, step.state);
  const { text: plain, readings = [] } = await recognizer.recognize({
    samples: heard,
    phrases: [],
    dictated,
  });
  const likely = free ? undefined : ear.likeliest(form, step.state, readings, contextOf(item));
  const { user, system } = process.cpuUsage(before);
  times.push((user + system) / 1_000);
  if (wrong) {
    details.push(`   ${text}\n     -> ${plain}`);
    for (const one of readings.slice(0, 5))
      details.push(`        ${one.logLikelihood.toFixed(1)} ${one.text}`);
    if (likely !== undefined && likely !== plain) details.push(`     => ${likely}`);
  }
  return likely ?? plain;
}

const contextOf = ({ country }: DictatedValue) => ({ nowMs: NOW_MS, timeZone: 'Europe/London', country });
let details: string[] = [];

async function converse(item: Spoken): Promise<Result> {
  const form: Form = { name: 'bench', fields: [{ name: 'value', type: item.type, ask: 'Which?' }] };
  const context = contextOf(item);
  const isRight = ({ state }: FormStep) =>
    JSON.stringify(state.values['value']) === JSON.stringify(item.value) &&
    state.doubts['value'] === undefined;
  const ear = new FormEar();
  let step = beginForm(form, '', context);
  let [rightAfter, said]: [number | undefined, number] = [undefined, 0];
  for (let turn = 0; turn < MOST_TURNS && step.outcome === 'open'; turn++) {
    const { kind } = step.state.step;
    const isRepair = !isRight(step);
    if (isRepair) said++;
    const text = isRepair
      ? said === 1
        ? item.said
        : kind === 'ask' || kind === 'spell'
          ? item.again.replace(/^no, /, '')
          : kind === 'choose'
            ? chosenOf(item, step)
            : item.again
      : "yes, that's right";
    const heard = await hear(text, item, turn, form, step, ear);
    step = ear.answer(form, step.state, { text: heard }, context);
    if (wrong)
      details.push(
        `     ${JSON.stringify(step.state.values['value'])} ${step.outcome}: ${step.say.join(' ')}`,
      );
    if (isRight(step)) rightAfter ??= said;
  }
  const isDone = step.outcome === 'completed';
  const isWronglyConfirmed = isDone && !isRight(step);
  return {
    type: item.type,
    rightAfter: isDone && !isWronglyConfirmed ? rightAfter : undefined,
    isWronglyConfirmed,
  };
}

/** "The first one", if it is among the agent's suggestions. */
function chosenOf(item: DictatedValue, { state }: FormStep): string {
  const at = (state.doubts['value'] ?? []).findIndex(
    (one) => JSON.stringify(one) === JSON.stringify(item.value),
  );
  return at < 0 ? item.again : (['the first one', 'the second one'][at] ?? 'the last one');
}

const results: Result[] = [];
for (const item of items) {
  details = [`${item.type} ${JSON.stringify(item.value)} ${item.voice}`];
  const result = await converse(item);
  results.push(result);
  if (wrong && result.rightAfter !== 1)
    console.log([...details, `   right after ${result.rightAfter ?? 'never'}`].join('\n'));
}
natural.close();
for (const type of [...types.split(','), 'all']) {
  const own = results.filter((one) => type === 'all' || one.type === type);
  const right = (turns: number) => own.filter(({ rightAfter = Infinity }) => rightAfter <= turns).length;
  const wrongly = own.filter(({ isWronglyConfirmed }) => isWronglyConfirmed).length;
  console.log(
    `${type}: right at first ${right(1)} of ${own.length}, after two turns ${right(2)}, later ${right(99) - right(2)}; wrong but confirmed ${wrongly}`,
  );
}
console.log(
  `processor time of a turn: ${Math.round(percentile(times, 0.5))} ms (p50), ${Math.round(percentile(times, 0.95))} ms (p95)`,
);
