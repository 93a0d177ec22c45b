import { isDeepStrictEqual } from 'node:util';
import { isObject, memberOf } from '../common/json/json-objects.js';
import type { AgentDocument } from './agent-document.js';
import type { TurnTakingSettings } from './turn-taking-settings.js';

type Group = 'endpointing' | 'interruption' | 'backchannel' | 'noise' | 'prompts';

type Chosen<G extends Group> = {
  readonly [K in keyof NonNullable<TurnTakingSettings[G]>]?:
    NonNullable<TurnTakingSettings[G]>[K] | undefined;
};

/** A document's turn-taking settings by group, under current or former names. */
export interface TurnTakingChoices {
  readonly detection: TurnTakingSettings['detection'];
  readonly endpointing: Chosen<'endpointing'>;
  readonly interruption: Chosen<'interruption'>;
  readonly backchannel: Chosen<'backchannel'>;
  readonly noise: Chosen<'noise'>;
  readonly prompts: Chosen<'prompts'>;
}

/** Settings that were moved into groups, with their former places. */
const MOVED = [
  ['endpointingMinMs', 'endpointing', 'minMs'],
  ['endpointingMaxMs', 'endpointing', 'maxMs'],
  ['interruptions', 'interruption', 'enabled'],
  ['interruptionMinMs', 'interruption', 'minMs'],
  ['interruptionMinWords', 'interruption', 'minWords'],
  ['falseInterruptionMs', 'interruption', 'resumeAfterMs'],
  ['greetingInterruptible', 'interruption', 'greeting'],
  ['noInputPromptMs', 'prompts', 'afterMs'],
  ['noInputPrompts', 'prompts', 'texts'],
  ['hangUpAfterSilenceMs', 'prompts', 'hangUpAfterMs'],
] as const;

/** The settings by group; absent ones are left out. */
export function turnTakingOf(written: TurnTakingSettings = {}): TurnTakingChoices {
  const { detection, endpointing, interruption, backchannel = {}, noise = {}, prompts } = written;
  return {
    detection,
    backchannel,
    noise,
    endpointing: { minMs: written.endpointingMinMs, maxMs: written.endpointingMaxMs, ...endpointing },
    interruption: {
      enabled: written.interruptions,
      minMs: written.interruptionMinMs,
      minWords: written.interruptionMinWords,
      resumeAfterMs: written.falseInterruptionMs,
      greeting: written.greetingInterruptible,
      ...interruption,
    },
    prompts: {
      afterMs: written.noInputPromptMs,
      texts: written.noInputPrompts,
      hangUpAfterMs: written.hangUpAfterSilenceMs,
      ...prompts,
    },
  };
}

/** Settings with different values under their former and current names, with both places. */
export function ambiguousTurnTaking(written: TurnTakingSettings, place: string): string[] {
  return MOVED.flatMap(([former, group, name]) => {
    const [before, now] = [written[former], valueIn(written[group], name)];
    if (before === undefined || now === undefined || isDeepStrictEqual(before, now)) return [];
    return [
      `${place}/${former} is another value than ${place}/${group}/${name}, which is the same setting: leave out ${place}/${former}`,
    ];
  });
}

/** The JSON Pointer of a setting, under the name that the document uses. */
export function placeOfTurnTaking(written: TurnTakingSettings, group: Group, name: string): string {
  const former = MOVED.find(([, itsGroup, itsName]) => itsGroup === group && itsName === name)?.[0];
  const isFormer = former !== undefined && written[former] !== undefined;
  return isFormer && valueIn(written[group], name) === undefined ? former : `${group}/${name}`;
}

const valueIn = (group: object | undefined, name: string): unknown =>
  group && Object.hasOwn(group, name) ? (group as Readonly<Record<string, unknown>>)[name] : undefined;

/**
 * Removes settings that a merge patch sets or removes under their other name: a client that knows only one name means
 * the same setting.
 */
export function makeWayForPatch(document: unknown, patch: unknown): unknown {
  const [written, changed] = [memberOf(document, 'turnTaking'), memberOf(patch, 'turnTaking')];
  if (!isObject(document) || !isObject(written) || !isObject(changed)) return document;
  const left = { ...written };
  for (const [former, group, name] of MOVED) {
    const inner = left[group];
    if (Object.hasOwn(changed, former) && isObject(inner)) left[group] = without(inner, name);
    const changedGroup = changed[group];
    const isGone = changedGroup === null || (isObject(changedGroup) && Object.hasOwn(changedGroup, name));
    if (isGone) Reflect.deleteProperty(left, former);
  }
  return { ...document, turnTaking: left };
}

const without = (value: Readonly<Record<string, unknown>>, name: string) =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));

/** The document with an agent that can't be interrupted. */
export function uninterruptible(agent: AgentDocument): AgentDocument {
  const { interruptions: _former, ...turnTaking } = agent.turnTaking ?? {};
  return {
    ...agent,
    turnTaking: { ...turnTaking, interruption: { ...turnTaking.interruption, enabled: false } },
  };
}
