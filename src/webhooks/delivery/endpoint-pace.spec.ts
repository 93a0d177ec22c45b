import { INITIAL_PACE, nextPace } from './endpoint-pace.js';

const limits = { maxPerEndpoint: 32 };
const quick = { answered: true, durationMs: 5 };

describe('endpoint pace', () => {
  it('grows with quick answers up to the maximum', () => {
    let pace = INITIAL_PACE;
    expect(pace).toEqual({ lane: 'new', limit: 1 });
    for (let i = 0; i < 10; i++) pace = nextPace(pace, quick, limits);
    expect(pace).toEqual({ lane: 'quick', limit: 32 });
  });

  it('drops to a single probe in the slow lane after a failure and recovers after a quick answer', () => {
    const failing = nextPace({ lane: 'quick', limit: 32 }, { answered: false, durationMs: 5_000 }, limits);
    expect(failing).toEqual({ lane: 'slow', limit: 1 });
    expect(nextPace(failing, quick, limits)).toEqual({ lane: 'quick', limit: 2 });
  });

  it('leaves the quick lane when answers take longer than a second', () => {
    const slow = nextPace({ lane: 'quick', limit: 32 }, { answered: true, durationMs: 1_001 }, limits);
    expect(slow).toEqual({ lane: 'slow', limit: 4 });
  });

  it('never exceeds the maximum, however small', () => {
    const one = { maxPerEndpoint: 1 };
    expect(nextPace(INITIAL_PACE, quick, one).limit).toBe(1);
    expect(nextPace(INITIAL_PACE, { answered: true, durationMs: 2_000 }, one).limit).toBe(1);
  });
});
