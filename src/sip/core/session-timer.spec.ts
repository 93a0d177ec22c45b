import { afterRefusal, type SessionTerms } from './session-timer.js';

const ASKED: SessionTerms = { seconds: 90, refresher: 'uac' };

describe('rejected session refresh', () => {
  it.each([
    { weBegan: true, random: 0, afterMs: 2_100 },
    { weBegan: true, random: 1, afterMs: 4_000 },
    { weBegan: false, random: 0, afterMs: 0 },
    { weBegan: false, random: 1, afterMs: 2_000 },
  ])('by glare is retried after $afterMs ms', ({ afterMs, ...how }) => {
    expect(afterRefusal(491, ASKED, how)).toEqual({ then: 'again', afterMs, terms: ASKED });
  });

  it("as too short is retried with the peer's minimum", () => {
    expect(afterRefusal(422, ASKED, { minSeconds: 1_800 })).toEqual({
      then: 'again',
      afterMs: 0,
      terms: { seconds: 1_800, refresher: 'uac' },
    });
  });

  it.each([undefined, 0, 90, NaN])('as too short is not retried when %p would suffice', (minSeconds) => {
    expect(afterRefusal(422, ASKED, minSeconds === undefined ? {} : { minSeconds })).toEqual({
      then: 'wait-for-the-end',
    });
  });

  it('for an unknown call ends it', () => {
    for (const status of [481, 408])
      expect(afterRefusal(status, ASKED, {})).toEqual({ then: 'call-is-over' });
  });

  it('for any other reason leaves the call until its session expires', () => {
    for (const status of [400, 488, 500, 503])
      expect(afterRefusal(status, ASKED, {})).toEqual({ then: 'wait-for-the-end' });
  });
});
