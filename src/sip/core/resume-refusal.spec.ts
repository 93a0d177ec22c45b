import { afterResumeRefusal } from './resume-refusal.js';

const ASKED = { seconds: 1_800, refresher: 'uac' } as const;
const now = { weBegan: false, random: 0.5, leftMs: 10_000 };

describe('rejected re-INVITE on call takeover', () => {
  it.each([
    ['481', 481, {}, 'call-is-over'],
    ['408', 408, {}, 'call-is-over'],
    ['403', 403, {}, 'refused'],
    ['488', 488, {}, 'refused'],
    ['500 without a time', 500, {}, 'refused'],
  ])('with %s is not retried', (_, status, said, then) => {
    expect(afterResumeRefusal(status, said, ASKED, now)).toEqual({ then });
  });

  it("is retried after glare with the owner's delay, and after Retry-After", () => {
    expect(afterResumeRefusal(491, {}, ASKED, now)).toEqual({ then: 'again', afterMs: 1_000, terms: ASKED });
    const ours = { ...now, weBegan: true };
    expect(afterResumeRefusal(491, {}, undefined, ours)).toMatchObject({ then: 'again', afterMs: 3_050 });
    expect(afterResumeRefusal(500, { retryAfterSeconds: 2 }, ASKED, now)).toMatchObject({ afterMs: 2_000 });
  });

  it('is retried with a longer session timer when the peer requires one', () => {
    expect(afterResumeRefusal(422, { minSeconds: 3_600 }, ASKED, now)).toEqual({
      then: 'again',
      afterMs: 0,
      terms: { seconds: 3_600, refresher: 'uac' },
    });
  });

  it('is not retried past its deadline', () => {
    expect(afterResumeRefusal(503, { retryAfterSeconds: 20 }, ASKED, now)).toEqual({ then: 'refused' });
  });
});
