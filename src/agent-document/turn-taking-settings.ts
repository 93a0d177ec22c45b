import { Type, type Static, type TSchema } from '@sinclair/typebox';
import { TURN_TAKING_DEFAULTS } from './turn-taking-defaults.js';

const closed = { additionalProperties: false } as const;
const optional = <T extends TSchema>(schema: T) => Type.Optional(schema);

const { endpointing, interruption, backchannel, noise, prompts } = TURN_TAKING_DEFAULTS;

const Endpointing = Type.Object(
  {
    minMs: optional(
      Type.Integer({
        minimum: 50,
        maximum: 5_000,
        default: endpointing.minMs,
        description: 'Silence after which a finished sentence ends the turn.',
      }),
    ),
    maxMs: optional(
      Type.Integer({
        minimum: 100,
        maximum: 20_000,
        default: endpointing.maxMs,
        description: 'Silence after which any turn ends, also one whose words are unfinished.',
      }),
    ),
    unclearMs: optional(
      Type.Integer({
        minimum: 50,
        maximum: 20_000,
        default: endpointing.unclearMs,
        description:
          'Silence that ends a turn whose words may be unfinished or, for the starter agent, match no answer; three quarters of ' +
          'it after a whole sentence. Never more than maxMs nor less than minMs.',
      }),
    ),
    completeMs: optional(
      Type.Integer({
        minimum: 50,
        maximum: 5_000,
        default: endpointing.completeMs,
        description:
          'Silence after which words that are known to be a whole question or answer end the turn. Never more than minMs; ' +
          'where minMs is set and this is not, as long as minMs.',
      }),
    ),
    beginEarly: optional(
      Type.Boolean({
        default: endpointing.beginEarly,
        description:
          'Whether an answer is begun during the silence that will probably end a turn, and spoken only when it has. ' +
          'Dropped answers still use tokens.',
      }),
    ),
    earlyAttempts: optional(
      Type.Integer({
        minimum: 1,
        maximum: 10,
        default: endpointing.earlyAttempts,
        description: 'How many answers may be begun early in one turn; all but the last are discarded.',
      }),
    ),
  },
  { ...closed, title: 'Endpointing', description: 'When the turn of a caller is over.' },
);

const Interruption = Type.Object(
  {
    enabled: optional(
      Type.Boolean({
        default: interruption.enabled,
        description: 'Whether the caller can interrupt the agent.',
      }),
    ),
    minMs: optional(
      Type.Integer({
        minimum: 0,
        maximum: 5_000,
        default: interruption.minMs,
        description: 'Speech of the caller that interrupts the agent.',
      }),
    ),
    minWords: optional(
      Type.Integer({
        minimum: 0,
        maximum: 20,
        default: interruption.minWords,
        description: 'Words of the caller that interrupt the agent. 0: its sound may do, too.',
      }),
    ),
    resumeAfterMs: optional(
      Type.Integer({
        minimum: 0,
        maximum: 10_000,
        default: interruption.resumeAfterMs,
        description:
          'When an interruption brings no words for this long, the agent goes on where it stopped. 0: never.',
      }),
    ),
    greeting: optional(
      Type.Boolean({
        default: interruption.greeting,
        description: 'Whether the greeting can be interrupted.',
      }),
    ),
  },
  { ...closed, title: 'Interruption', description: 'What makes the agent stop speaking.' },
);

const Backchannel = Type.Object(
  {
    judge: optional(
      Type.Boolean({
        default: backchannel.judge,
        description:
          'Whether the agent goes on while it is unclear what a voice over its own means. ' +
          'False: it pauses for every voice, and goes on when it was none that asks for anything.',
      }),
    ),
    duckDb: optional(
      Type.Number({
        minimum: 0,
        maximum: 40,
        default: backchannel.duckDb,
        description: 'By how much the agent is softer meanwhile, in dB. 0: not at all.',
      }),
    ),
    say: optional(
      Type.String({
        maxLength: 30,
        default: backchannel.say,
        description:
          'What the agent says in a pause of a long turn to show that it listens, such as "Mm-hmm.". Empty: nothing. ' +
          'English, and not in the end-to-end mode.',
      }),
    ),
  },
  {
    ...closed,
    title: 'Backchannel',
    description: 'What the agent does while both speak, and while it listens.',
  },
);

const Noise = Type.Object(
  {
    suppression: optional(
      Type.Union([Type.Literal('none'), Type.Literal('rnnoise')], {
        default: noise.suppression,
        description:
          'What takes noise out of what the caller sends, before anything is detected or recognized in it. ' +
          '`rnnoise` makes the agent 25 ms later, and costs CPU time in each call.',
      }),
    ),
    overBackgroundDb: optional(
      Type.Number({
        minimum: 0,
        maximum: 30,
        default: noise.overBackgroundDb,
        description:
          'By how much a voice must be louder than what is always there around the caller, in dB. 0: not at all.',
      }),
    ),
  },
  { ...closed, title: 'Noise', description: 'What is done about noise around the caller.' },
);

const Prompts = Type.Object(
  {
    afterMs: optional(
      Type.Integer({
        minimum: 0,
        maximum: 600_000,
        default: prompts.afterMs,
        description: 'Silence of the caller before it is prompted. 0: never.',
      }),
    ),
    texts: optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 1_000 }), {
        maxItems: 10,
        default: [...prompts.texts],
        description: 'What a silent caller is prompted with, one after the other.',
      }),
    ),
    hangUpAfterMs: optional(
      Type.Integer({
        minimum: 0,
        maximum: 3_600_000,
        default: prompts.hangUpAfterMs,
        description: 'Silence of the caller, prompts aside, that ends the call. 0: never.',
      }),
    ),
  },
  { ...closed, title: 'Prompts', description: 'What becomes of a caller who says nothing.' },
);

/** The former name of a setting, from before it was moved into a group; still accepted. */
const formerly = <T extends TSchema>({ default: _default, ...schema }: T, now: string): T =>
  ({ ...schema, deprecated: true, description: `Former name of \`${now}\`.` }) as unknown as T;

export const TurnTaking = Type.Object(
  {
    detection: optional(
      Type.Union([Type.Literal('server'), Type.Literal('earshot')], {
        default: 'server',
        description:
          "What detects the caller's turns in the end-to-end mode: the provider's server, or Earshot with the settings here. " +
          'In other modes it is always Earshot.',
      }),
    ),
    endpointing: optional(Endpointing),
    interruption: optional(Interruption),
    backchannel: optional(Backchannel),
    noise: optional(Noise),
    prompts: optional(Prompts),
    trace: optional(
      Type.Boolean({
        description:
          'Whether all that decided about turns is kept with the record of a call, without words and sound. Default: as the instance is set.',
      }),
    ),
    endpointingMinMs: formerly(Endpointing.properties.minMs, 'endpointing.minMs'),
    endpointingMaxMs: formerly(Endpointing.properties.maxMs, 'endpointing.maxMs'),
    interruptions: formerly(Interruption.properties.enabled, 'interruption.enabled'),
    interruptionMinMs: formerly(Interruption.properties.minMs, 'interruption.minMs'),
    interruptionMinWords: formerly(Interruption.properties.minWords, 'interruption.minWords'),
    falseInterruptionMs: formerly(Interruption.properties.resumeAfterMs, 'interruption.resumeAfterMs'),
    greetingInterruptible: formerly(Interruption.properties.greeting, 'interruption.greeting'),
    noInputPromptMs: formerly(Prompts.properties.afterMs, 'prompts.afterMs'),
    noInputPrompts: formerly(Prompts.properties.texts, 'prompts.texts'),
    hangUpAfterSilenceMs: formerly(Prompts.properties.hangUpAfterMs, 'prompts.hangUpAfterMs'),
  },
  { ...closed, title: 'TurnTaking' },
);

/** Settings in their groups or under their former names. */
export type TurnTakingSettings = Static<typeof TurnTaking>;
