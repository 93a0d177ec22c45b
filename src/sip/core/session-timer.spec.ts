import { afterRefusal, type SessionTerms } from './session-timer.js';

const ASKED: SessionTerms = { seconds: 90, refresher: 'uac' };

describe('a refresh of a session that is refused', () => {
  it.each([
    { weBegan: true, random: 0, afterMs: 2_100 },
    { weBegan: true, random: 1, afterMs: 4_000 },
    { weBegan: false, random: 0, afterMs: 0 },
    { weBegan: false, random: 1, afterMs: 2_000 },
  ])('for one of the other side is sent again after $afterMs ms', ({ afterMs, ...how }) => {
    expect(afterRefusal(491, ASKED, how)).toEqual({ then: 'again', afterMs, terms: ASKED });
  });

  it('as too short is asked for as long as the other side wants', () => {
    expect(afterRefusal(422, ASKED, { minSeconds: 1_800 })).toEqual({
      then: 'again',
      afterMs: 0,
      terms: { seconds: 1_800, refresher: 'uac' },
    });
  });

  it.each([undefined, 0, 90, NaN])(
    'as too short, for which %p would be long enough, is not repeated',
    (minSeconds) => {
      expect(afterRefusal(422, ASKED, minSeconds === undefined ? {} : { minSeconds })).toEqual({
        then: 'wait-for-the-end',
      });
    },
  );

  it('for a call that the other side does not know ends it', () => {
    for (const status of [481, 408])
      expect(afterRefusal(status, ASKED, {})).toEqual({ then: 'call-is-over' });
  });

  it('for any other reason leaves the call until its time is over', () => {
    for (const status of [400, 488, 500, 503])
      expect(afterRefusal(status, ASKED, {})).toEqual({ then: 'wait-for-the-end' });
  });
});
