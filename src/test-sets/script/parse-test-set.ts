import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { excerpt, validationFailed } from '../../common/errors/index.js';
import {
  type ChangeTestSet,
  ChangeTestSetSchema,
  type NewTestSet,
  NewTestSetSchema,
  type TestCaseBody,
  TestCaseBodySchema,
  type TestScript,
  TestScriptSchema,
} from './test-script.js';

// As for agent documents: optimizing ajv's code costs more at start than it saves.
const ajv = new Ajv({ strict: true, allowUnionTypes: true, code: { optimize: false } });
const newTestSet = ajv.compile<NewTestSet>(NewTestSetSchema);
const changeTestSet = ajv.compile<ChangeTestSet>(ChangeTestSetSchema);
const testCase = ajv.compile<TestCaseBody>(TestCaseBodySchema);
const testScript = ajv.compile<TestScript>(TestScriptSchema);

/** @throws ApiError 400 `SCHEMA_VALIDATION_FAILED` that names the invalid place as a JSON Pointer (RFC 6901). */
export function parseNewTestSet(value: unknown): NewTestSet {
  const parsed = parse(newTestSet, value);
  parsed.cases?.forEach((body, index) => checkScript(body, `/cases/${index}`));
  return parsed;
}

/** @throws ApiError 400, as above */
export const parseChangeTestSet = (value: unknown): ChangeTestSet => parse(changeTestSet, value);

/** @throws ApiError 400, as above */
export function parseTestCase(value: unknown): TestCaseBody {
  const parsed = parse(testCase, value);
  checkScript(parsed, '');
  return parsed;
}

/** Parses a stored script. @throws ApiError when the row was tampered with */
export const parseStoredScript = (value: unknown): TestScript => parse(testScript, value);

function parse<T>(validate: ValidateFunction<T>, value: unknown): T {
  if (validate(value)) return value;
  // A union reports the errors of every alternative; the one that got furthest was meant.
  const errors = [...(validate.errors ?? [])].sort((a, b) => b.instancePath.length - a.instancePath.length);
  throw validationFailed(`${errors.slice(0, 1).map(describe).join()}.`);
}

function describe({ instancePath, keyword, params, message }: ErrorObject): string {
  const where = instancePath === '' ? 'the body' : excerpt(instancePath);
  if (keyword === 'additionalProperties')
    return `${where} has an unknown field ${excerpt(String(params.additionalProperty))}`;
  if (keyword === 'const') return `${where} has no kind that is known, or fields of another kind`;
  return `${where} ${message ?? 'is not valid'}`;
}

/**
 * Rules beyond JSON Schema. `prefixItems` could require `say` in later turns, but client generators turn that into a
 * list of one turn.
 */
function checkScript(script: TestScript, place: string): void {
  const problem = problemOfScript(script);
  if (problem !== undefined) throw validationFailed(`${place}${problem}`);
  script.turns.forEach((turn, index) => {
    const problem = problemOfTurn(turn, index, script.spoken !== undefined);
    if (problem !== undefined) throw validationFailed(`${place}/turns/${index} ${problem}`);
    turn.expect.forEach((expectation, at) => {
      if (expectation.kind === 'ended-by' && index < script.turns.length - 1)
        throw validationFailed(
          `${place}/turns/${index}/expect/${at} tells of the end: only the last turn has ended-by.`,
        );
      if (expectation.kind === 'matches' && !isPattern(expectation.pattern)) {
        throw validationFailed(`${place}/turns/${index}/expect/${at}/pattern is not a regular expression.`);
      }
    });
  });
}

function problemOfScript({ turns, simulated, replay, spoken }: TestScript): string | undefined {
  if (simulated && replay) return '/replay is not for cases with a simulated caller: give one of both.';
  if ((simulated ?? replay) && turns.length > 0)
    return '/turns must be empty where the caller is simulated or a call is replayed.';
  if (!simulated && !replay && turns.length === 0)
    return '/turns must have a turn, or give the case a field simulated or replay.';
  const voiced = replay && VOICED.find((field) => spoken?.[field] !== undefined);
  if (voiced) return `/spoken/${voiced} is not for replays: the caller is heard as it was recorded.`;
  if (spoken?.provider !== undefined && spoken.voiceId !== undefined)
    return '/spoken/voiceId is of the built-in voices: with provider give providerVoiceId, or leave provider out.';
  if (spoken?.provider === undefined && spoken?.providerVoiceId !== undefined)
    return '/spoken/providerVoiceId needs a provider whose voice it is.';
  if (simulated && measuresSpeech(simulated) && !spoken)
    return '/simulated/metrics measures slowestAnswerMs, which is for spoken cases: give the case a field spoken.';
  return undefined;
}

const measuresSpeech = ({ metrics = [] }: NonNullable<TestScript['simulated']>): boolean =>
  metrics.some((metric) => metric.kind === 'measured' && metric.measure === 'slowestAnswerMs');

/** Properties of a voice; those of a line are codec and losses. */
const VOICED = ['voiceId', 'provider', 'providerVoiceId', 'speed', 'noiseDb', 'musicDb'] as const;

const SPOKEN_KINDS: ReadonlySet<string> = new Set([
  ...['answered-within', 'yielded-within', 'did-not-stop', 'spoke-at-most', 'heard-right', 'lasted-at-most'],
]);

function problemOfTurn(
  turn: TestScript['turns'][number],
  index: number,
  isSpoken: boolean,
): string | undefined {
  const { say, sound, silenceMs, keys, interruptAfterMs, expect } = turn;
  const doings = [say, sound, silenceMs, keys].filter((doing) => doing !== undefined).length;
  const spokenKind = expect.find(({ kind }) => SPOKEN_KINDS.has(kind))?.kind;
  if (!isSpoken && (sound ?? silenceMs ?? keys ?? interruptAfterMs) !== undefined)
    return 'has a field of spoken cases: give the case a field spoken.';
  if (!isSpoken && spokenKind !== undefined)
    return `expects ${spokenKind}, which is for spoken cases: give the case a field spoken.`;
  if (doings > 1) return 'must have one of say, sound, silenceMs and keys.';
  if (doings === 0 && index > 0)
    return isSpoken
      ? 'must have one of say, sound, silenceMs and keys: only the first turn may leave them out.'
      : 'must have a field say: only the first turn may leave it out.';
  if (doings === 0 && interruptAfterMs !== undefined) return 'must say with what the caller interrupts.';
  return undefined;
}

function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, 'iu');
    return true;
  } catch {
    return false;
  }
}
