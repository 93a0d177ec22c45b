import { weekDue } from './week.js';

const dueAt = (time: string) => {
  const { from, to } = weekDue(new Date(time));
  return [from.toISOString(), to.toISOString()];
};
const SECOND = ['2026-12-07T00:00:00.000Z', '2026-12-14T00:00:00.000Z'];
const FIRST = ['2026-11-30T00:00:00.000Z', '2026-12-07T00:00:00.000Z'];

describe('weekDue', () => {
  it.each([
    ['on Monday before five', '2026-12-14T04:59:59Z', FIRST],
    ['on Monday at five', '2026-12-14T05:00:00Z', SECOND],
    ['on Sunday', '2026-12-20T23:00:00Z', SECOND],
    ['in a new year', '2027-01-01T12:00:00Z', ['2026-12-21T00:00:00.000Z', '2026-12-28T00:00:00.000Z']],
  ])('is the last whole week, %s', (_when, now, week) => {
    expect(dueAt(now)).toEqual(week);
  });
});
