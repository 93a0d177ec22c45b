import { AgentDocumentSchema, TURN_TAKING_DEFAULTS, type TurnTakingSettings } from './agent-document.js';
import { TurnTaking } from './turn-taking.js';
import {
  ambiguousTurnTaking,
  makeWayForPatch,
  placeOfTurnTaking,
  turnTakingOf,
  uninterruptible,
} from './turn-taking-names.js';

const former: TurnTakingSettings = {
  endpointingMinMs: 300,
  endpointingMaxMs: 900,
  interruptions: false,
  interruptionMinMs: 200,
  interruptionMinWords: 2,
  falseInterruptionMs: 1_000,
  greetingInterruptible: false,
  noInputPromptMs: 4_000,
  noInputPrompts: ['Hello?'],
  hangUpAfterSilenceMs: 9_000,
};

const grouped: TurnTakingSettings = {
  endpointing: { minMs: 300, maxMs: 900 },
  interruption: { enabled: false, minMs: 200, minWords: 2, resumeAfterMs: 1_000, greeting: false },
  prompts: { afterMs: 4_000, texts: ['Hello?'], hangUpAfterMs: 9_000 },
};

it('settings mean the same by their former names as in their groups', () => {
  expect(turnTakingOf(former)).toEqual(turnTakingOf(grouped));
  expect(turnTakingOf({ endpointingMinMs: 300, endpointing: { maxMs: 900 } }).endpointing).toEqual({
    minMs: 300,
    maxMs: 900,
  });
});

it('the schema has a default for each setting, and none for former names', () => {
  const { properties } = TurnTaking;
  for (const [group, defaults] of Object.entries(TURN_TAKING_DEFAULTS)) {
    const schema = properties[group as keyof typeof TURN_TAKING_DEFAULTS];
    const inSchema = Object.entries(schema.properties).map(
      ([name, inner]: [string, { default?: unknown }]) => [name, inner.default],
    );
    expect(Object.fromEntries(inSchema)).toEqual(defaults);
  }
  for (const name of Object.keys(former)) {
    const schema = properties[name as keyof typeof properties];
    expect(schema).toMatchObject({ deprecated: true });
    expect(schema).not.toHaveProperty('default');
  }
  expect(AgentDocumentSchema.properties.turnTaking).toBeDefined();
});

it('two values for one setting are told with both places; the same value twice is none', () => {
  expect(ambiguousTurnTaking({ ...former, ...grouped }, '/turnTaking')).toEqual([]);
  const twice = ambiguousTurnTaking({ ...former, prompts: { texts: ['Hi?'] } }, '/turnTaking');
  expect(twice).toEqual([
    '/turnTaking/noInputPrompts is another value than /turnTaking/prompts/texts, which is the same setting: leave out /turnTaking/noInputPrompts',
  ]);
});

it('a setting is found where the document has it', () => {
  expect(placeOfTurnTaking(former, 'prompts', 'texts')).toBe('noInputPrompts');
  expect(placeOfTurnTaking(grouped, 'prompts', 'texts')).toBe('prompts/texts');
  expect(placeOfTurnTaking({}, 'prompts', 'texts')).toBe('prompts/texts');
});

describe('a merge patch', () => {
  const left = (turnTaking: TurnTakingSettings, patch: object) =>
    makeWayForPatch({ greeting: 'Hi.', turnTaking }, { turnTaking: patch });

  it('by a former name takes the place of the value in the group', () => {
    expect(left(grouped, { endpointingMinMs: 700 })).toEqual({
      greeting: 'Hi.',
      turnTaking: { ...grouped, endpointing: { maxMs: 900 } },
    });
  });

  it('of a group takes the place of what has its former name, also when it takes the setting away', () => {
    const { endpointingMinMs: _min, ...others } = former;
    for (const minMs of [700, null]) {
      expect(left(former, { endpointing: { minMs } })).toEqual({ greeting: 'Hi.', turnTaking: others });
    }
    expect(left(former, { prompts: null })).not.toHaveProperty('turnTaking.noInputPrompts');
  });

  it('leaves the rest as it is', () => {
    const document = { greeting: 'Hi.', turnTaking: former };
    for (const patch of [null, 'x', {}, { turnTaking: null }, { turnTaking: { detection: 'server' } }]) {
      expect(makeWayForPatch(document, patch)).toEqual(document);
    }
  });
});

it('an agent that must not be interrupted is not, whichever name said that it can be', () => {
  for (const turnTaking of [{ interruptions: true }, { interruption: { enabled: true, minMs: 50 } }, {}]) {
    const agent = uninterruptible({ schemaVersion: 1, turnTaking });
    expect(turnTakingOf(agent.turnTaking).interruption.enabled).toBe(false);
    expect(ambiguousTurnTaking(agent.turnTaking ?? {}, '')).toEqual([]);
  }
});
