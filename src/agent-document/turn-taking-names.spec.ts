import { AgentDocumentSchema, TURN_TAKING_DEFAULTS, type TurnTakingSettings } from './agent-document.js';
import { TurnTaking } from './turn-taking-settings.js';
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

it('accepts former setting names as aliases of the grouped ones', () => {
  expect(turnTakingOf(former)).toEqual(turnTakingOf(grouped));
  expect(turnTakingOf({ endpointingMinMs: 300, endpointing: { maxMs: 900 } }).endpointing).toEqual({
    minMs: 300,
    maxMs: 900,
  });
});

it('gives every grouped setting a default in the schema, and former names none', () => {
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

it('reports both paths when one setting has two different values, and accepts equal duplicates', () => {
  expect(ambiguousTurnTaking({ ...former, ...grouped }, '/turnTaking')).toEqual([]);
  const twice = ambiguousTurnTaking({ ...former, prompts: { texts: ['Hi?'] } }, '/turnTaking');
  expect(twice).toEqual([
    '/turnTaking/noInputPrompts is another value than /turnTaking/prompts/texts, which is the same setting: leave out /turnTaking/noInputPrompts',
  ]);
});

it('finds a setting where the document has it', () => {
  expect(placeOfTurnTaking(former, 'prompts', 'texts')).toBe('noInputPrompts');
  expect(placeOfTurnTaking(grouped, 'prompts', 'texts')).toBe('prompts/texts');
  expect(placeOfTurnTaking({}, 'prompts', 'texts')).toBe('prompts/texts');
});

describe('merge patch of turn-taking settings', () => {
  const left = (turnTaking: TurnTakingSettings, patch: object) =>
    makeWayForPatch({ greeting: 'Hi.', turnTaking }, { turnTaking: patch });

  it('replaces the grouped value when the patch uses the former name', () => {
    expect(left(grouped, { endpointingMinMs: 700 })).toEqual({
      greeting: 'Hi.',
      turnTaking: { ...grouped, endpointing: { maxMs: 900 } },
    });
  });

  it('replaces or removes the former name when the patch uses the group', () => {
    const { endpointingMinMs: _min, ...others } = former;
    for (const minMs of [700, null]) {
      expect(left(former, { endpointing: { minMs } })).toEqual({ greeting: 'Hi.', turnTaking: others });
    }
    expect(left(former, { prompts: null })).not.toHaveProperty('turnTaking.noInputPrompts');
  });

  it('leaves everything outside the patch unchanged', () => {
    const document = { greeting: 'Hi.', turnTaking: former };
    for (const patch of [null, 'x', {}, { turnTaking: null }, { turnTaking: { detection: 'server' } }]) {
      expect(makeWayForPatch(document, patch)).toEqual(document);
    }
  });
});

it('keeps an agent uninterruptible under either setting name', () => {
  for (const turnTaking of [{ interruptions: true }, { interruption: { enabled: true, minMs: 50 } }, {}]) {
    const agent = uninterruptible({ schemaVersion: 1, turnTaking });
    expect(turnTakingOf(agent.turnTaking).interruption.enabled).toBe(false);
    expect(ambiguousTurnTaking(agent.turnTaking ?? {}, '')).toEqual([]);
  }
});
