import { jest } from '@jest/globals';

import type { TurnTakingChoices } from '../../agent-document/index.js';
import { SilenceWatch } from './silence-watch.js';

const settings: TurnTakingChoices['prompts'] = {
  afterMs: 1_000,
  texts: ['Hello?', 'Are you there?'],
  hangUpAfterMs: 5_000,
};

let told: string[];

/** A watch whose prompts are spoken at once and return the turn to the caller. */
function watchWith(chosen: TurnTakingChoices['prompts']): SilenceWatch {
  const watch = new SilenceWatch(chosen, {
    prompt: (text) => {
      told.push(text);
      watch.pause();
      watch.begin();
    },
    hangUp: () => told.push('hang up'),
  });
  return watch;
}

beforeEach(() => {
  told = [];
  jest.useFakeTimers();
});

afterEach(() => jest.useRealTimers());

describe('SilenceWatch', () => {
  it('gives each prompt once, in order, and hangs up on time regardless of prompts', () => {
    watchWith(settings).begin();
    jest.advanceTimersByTime(999);
    expect(told).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(told).toEqual(['Hello?']);
    jest.advanceTimersByTime(1_000);
    expect(told).toEqual(['Hello?', 'Are you there?']);
    jest.advanceTimersByTime(2_999);
    expect(told).toHaveLength(2);
    jest.advanceTimersByTime(1);
    expect(told).toEqual(['Hello?', 'Are you there?', 'hang up']);
    jest.advanceTimersByTime(60_000);
    expect(told).toHaveLength(3);
  });

  it('does not prompt while the agent speaks or thinks', () => {
    const watch = watchWith(settings);
    watch.begin();
    jest.advanceTimersByTime(900);
    watch.pause();
    jest.advanceTimersByTime(3_000);
    expect(told).toEqual([]);
    watch.begin();
    jest.advanceTimersByTime(999);
    expect(told).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(told).toEqual(['Hello?']);
  });

  it('restarts with the first prompt and the full time after the caller spoke', () => {
    const watch = watchWith(settings);
    watch.begin();
    jest.advanceTimersByTime(4_500);
    expect(told).toEqual(['Hello?', 'Are you there?']);
    watch.callerSpoke();
    jest.advanceTimersByTime(60_000);
    expect(told).toHaveLength(2);
    watch.begin();
    jest.advanceTimersByTime(5_000);
    expect(told.slice(2)).toEqual(['Hello?', 'Are you there?', 'hang up']);
  });

  it.each([
    ['no settings', {}],
    ['zeros', { afterMs: 0, texts: ['Hello?'], hangUpAfterMs: 0 }],
    ['no prompts', { afterMs: 1_000, texts: [] }],
  ])('leaves a silent caller alone with %s', (_what, chosen) => {
    watchWith(chosen).begin();
    jest.advanceTimersByTime(3_600_000);
    expect(told).toEqual([]);
  });

  it('does nothing after close', () => {
    const watch = watchWith(settings);
    watch.begin();
    watch.close();
    jest.advanceTimersByTime(60_000);
    expect(told).toEqual([]);
    expect(jest.getTimerCount()).toBe(0);
  });
});
