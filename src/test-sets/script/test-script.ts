import { type Static, Type } from '@sinclair/typebox';
import { FORMER_VOICES, VOICE_NAMES } from '../../engines/local/workers/speech-engine-types.js';
import { ReplayedConversation } from './replay-script.js';
import { SimulatedCaller } from './simulated-script.js';
import { NAME } from '../../http/is-name.js';
import { oneOf, orNull, shape } from '../../http/openapi/index.js';
import type { Prisma } from '../../common/prisma/index.js';

/** The schema of a test case: validation, documentation and type. */
const Phrase = Type.String({ minLength: 1, maxLength: 1_000 });

const Contains = shape('ContainsExpectation', { kind: Type.Literal('contains'), text: Phrase });
const NotContains = shape('NotContainsExpectation', { kind: Type.Literal('not-contains'), text: Phrase });
const Matches = shape('MatchesExpectation', {
  kind: Type.Literal('matches'),
  pattern: Type.String({
    minLength: 1,
    maxLength: 500,
    description: 'A JavaScript regular expression; letters match in either case.',
  }),
});
const ToolCalled = shape('ToolCalledExpectation', {
  kind: Type.Literal('tool-called'),
  name: Type.String({ minLength: 1, maxLength: 64 }),
  arguments: Type.Optional(
    Type.Record(Type.String({ maxLength: 200 }), Type.Unknown(), {
      maxProperties: 50,
      description: 'What the arguments must hold at least; objects are compared in the same way.',
    }),
  ),
});
const EndsCall = shape('EndsCallExpectation', { kind: Type.Literal('ends-call') });
const EndedBy = shape(
  'EndedByExpectation',
  { kind: Type.Literal('ended-by'), by: Type.Union([Type.Literal('agent'), Type.Literal('caller')]) },
  {
    description:
      'Of the last turn: who ended the call. The caller hangs up when all turns are over, unless the agent did before.',
  },
);
const Judged = shape('JudgedExpectation', {
  kind: Type.Literal('judged'),
  criterion: Type.String({
    minLength: 1,
    maxLength: 1_000,
    description:
      'What must be true of the conversation so far, in plain words; a language model decides. Skipped where none is configured.',
  }),
});

const ONLY_SPOKEN = 'For spoken cases.';
const Milliseconds = Type.Integer({ minimum: 0, maximum: 120_000 });
const AnsweredWithin = shape(
  'AnsweredWithinExpectation',
  { kind: Type.Literal('answered-within'), ms: Milliseconds },
  { description: `${ONLY_SPOKEN} From the caller's last sound to the agent's first one.` },
);
const YieldedWithin = shape(
  'YieldedWithinExpectation',
  { kind: Type.Literal('yielded-within'), ms: Milliseconds },
  { description: `${ONLY_SPOKEN} The agent was interrupted, and silent so soon after the caller began.` },
);
const DidNotStop = shape(
  'DidNotStopExpectation',
  { kind: Type.Literal('did-not-stop') },
  { description: `${ONLY_SPOKEN} The agent did not take it for an interruption.` },
);
const SpokeAtMost = shape(
  'SpokeAtMostExpectation',
  { kind: Type.Literal('spoke-at-most'), ms: Milliseconds },
  { description: `${ONLY_SPOKEN} How long the agent was heard.` },
);
const HeardRight = shape(
  'HeardRightExpectation',
  {
    kind: Type.Literal('heard-right'),
    maxWordErrorRate: Type.Number({ minimum: 0, maximum: 1, description: '0: every word was understood.' }),
  },
  { description: ONLY_SPOKEN },
);

const LastedAtMost = shape(
  'LastedAtMostExpectation',
  { kind: Type.Literal('lasted-at-most'), ms: Type.Integer({ minimum: 0, maximum: 3_600_000 }) },
  { description: `${ONLY_SPOKEN} From the beginning of the call to the end of this turn.` },
);

const Expectation = Type.Union([
  ...[Contains, NotContains, Matches, ToolCalled, EndsCall, EndedBy, Judged],
  ...[AnsweredWithin, YieldedWithin, DidNotStop, SpokeAtMost, HeardRight, LastedAtMost],
]);

const MAX_SILENCE_MS = 60_000;
const MAX_INTERRUPT_MS = 60_000;

const Turn = shape('TestTurn', {
  say: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2_000,
      description:
        'What the caller says. Only the first turn may leave it out: it then expects of the greeting.',
    }),
  ),
  interruptAfterMs: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_INTERRUPT_MS,
      description: `${ONLY_SPOKEN} The caller does not wait for its turn: it begins when the agent has spoken for so long.`,
    }),
  ),
  silenceMs: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_SILENCE_MS,
      description: `${ONLY_SPOKEN} In place of say: the caller is silent for so long.`,
    }),
  ),
  sound: Type.Optional(
    Type.Literal('cough', { description: `${ONLY_SPOKEN} In place of say: a sound without words.` }),
  ),
  keys: Type.Optional(
    Type.String({
      pattern: '^[0-9*#A-D]{1,32}$',
      description: `${ONLY_SPOKEN} In place of say: the caller presses these keys of its telephone.`,
    }),
  ),
  expect: Type.Array(Expectation, { maxItems: 20 }),
});

const Voice = shape(
  'SpokenVoice',
  {
    voiceId: Type.Optional(
      oneOf([...VOICE_NAMES, ...FORMER_VOICES], {
        description: 'The built-in voice, heart. The names of former ones mean it as well.',
      }),
    ),
    provider: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'A voice (text to speech) of the account by its name, in place of the built-in ones.',
      }),
    ),
    providerVoiceId: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'Which of its voices. Default: its own.' }),
    ),
    speed: Type.Optional(
      Type.Number({ minimum: 0.5, maximum: 2, description: '1 is the voice’s own pace.' }),
    ),
    noiseDb: Type.Optional(
      Type.Number({
        minimum: -90,
        maximum: -10,
        description: 'Noise behind the caller, in dB below the loudest there is (dBFS, RMS). Default: none.',
      }),
    ),
    musicDb: Type.Optional(
      Type.Number({
        minimum: -90,
        maximum: -10,
        description: 'Music behind the caller, measured as noise is. Default: none.',
      }),
    ),
    packetLossPercent: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 50,
        description:
          'Percentage of audio packets that are lost each way, in bursts; the same ones in each run. Default: 0.',
      }),
    ),
    codec: Type.Optional(
      oneOf(['opus', 'PCMU', 'PCMA'], { description: 'What the line speaks. Default: opus.' }),
    ),
  },
  {
    description:
      'The case is held as a call: the caller speaks with this voice, and the agent hears and answers as in calls. Absent: in text.',
  },
);

const script = {
  spoken: Type.Optional(Voice),
  simulated: Type.Optional(SimulatedCaller),
  replay: Type.Optional(ReplayedConversation),
  turns: Type.Array(Turn, {
    maxItems: 50,
    description: 'At least one; none where the caller is simulated or a call is replayed.',
  }),
  toolAnswers: Type.Optional(
    Type.Record(Type.String({ minLength: 1, maxLength: 64 }), Type.String({ maxLength: 10_000 }), {
      maxProperties: 100,
      description:
        'What each tool answers the agent in this case. No tool is really called; one without an answer here says `{"ok":true}`.',
    }),
  ),
};

const name = Type.String({ minLength: 1, maxLength: 200, pattern: NAME.source });

export const TestScriptSchema = shape('TestScript', script);
export const TestCaseBodySchema = shape('TestCaseBody', { name, ...script });

const settings = {
  name: Type.Optional(name),
  enabled: Type.Optional(Type.Boolean({ description: 'Run whenever the agent is deployed. Default: true.' })),
  mode: Type.Optional(
    oneOf(['default', 'traditional', 'end-to-end'], {
      description:
        'Agent mode of the conversations. Default: `default`, the one in which calls are answered that name none; ' +
        'conversations in text have the language model of the traditional mode, if there is one.',
    }),
  ),
  variantId: Type.Optional(
    orNull(Type.String({ pattern: '^[a-zA-Z0-9][a-zA-Z0-9_-]{0,63}$' }), {
      description: 'Rehearse this variant of the agent.',
    }),
  ),
};

export const ChangeTestSetSchema = shape('ChangeTestSet', settings);
export const NewTestSetSchema = shape('NewTestSet', {
  ...settings,
  name,
  cases: Type.Optional(Type.Array(TestCaseBodySchema, { maxItems: 1_000 })),
});

export type SpokenVoice = Static<typeof Voice>;
export type SpokenTurn = Omit<Static<typeof Turn>, 'expect'> & {
  /** Recorded caller audio, mono at the caller rate, played instead of a synthesized voice. */
  readonly recorded?: Int16Array;
};
export type Expectation = Static<typeof Expectation>;
export type TestScript = Static<typeof TestScriptSchema>;
export type TestCaseBody = Static<typeof TestCaseBodySchema>;
export type ChangeTestSet = Static<typeof ChangeTestSetSchema>;
export type NewTestSet = Static<typeof NewTestSetSchema>;

/** A value typed for Prisma's JSON columns, without undefined fields. */
/** Of a case's result as JSON: it is written, read and sent in one piece. */
export const MAX_RESULT_CHARACTERS = 1_048_576;

export const jsonObject = (value: object): Prisma.InputJsonObject =>
  JSON.parse(JSON.stringify(value)) as Prisma.InputJsonObject;

export const jsonArray = (value: readonly object[]): Prisma.InputJsonArray =>
  JSON.parse(JSON.stringify(value)) as Prisma.InputJsonArray;
