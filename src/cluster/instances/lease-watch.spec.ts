import { Clock } from '../../common/clock/index.js';
import { leaseMarginMs, LeaseWatch } from './lease-watch.js';

const LEASE_MS = 10_000;

class HandClock extends Clock {
  wallMs = 1_000_000;
  steadyMs = 0;
  now = () => new Date(this.wallMs);
  monotonicMs = () => this.steadyMs;
  pass(ms: number): void {
    this.wallMs += ms;
    this.steadyMs += ms;
  }
}

describe('LeaseWatch', () => {
  let clock: HandClock;
  let watch: LeaseWatch;
  let told: string[];

  beforeEach(() => {
    clock = new HandClock();
    watch = new LeaseWatch(clock, LEASE_MS);
    told = [];
    watch.onLapsed(() => told.push('lapsed'));
    watch.onResumed(() => told.push('resumed'));
  });
  afterEach(() => watch.close());

  it.each([
    [30_000, 3_000],
    [10_000, 1_500],
    [4_000, 1_000],
    [1_000, 250],
  ])('for a lease of %i ms keeps a margin of %i ms for audio in flight', (leaseMs, marginMs) => {
    expect(leaseMarginMs(leaseMs)).toBe(marginMs);
  });

  it('expires before peers consider the lease expired, once', () => {
    watch.renewed(clock.steadyMs, true);
    clock.pass(8_499);
    expect(watch.holds).toBe(true);
    clock.pass(1);
    expect([watch.holds, watch.holds, told]).toEqual([false, false, ['lapsed']]);
  });

  it('counts from sending the renewal, not from its answer', () => {
    clock.pass(5_000);
    watch.renewed(0, true);
    clock.pass(3_500);
    expect(watch.holds).toBe(false);
  });

  it('expires when either clock stood still', () => {
    watch.renewed(clock.steadyMs, true);
    clock.wallMs += 9_000;
    expect(watch.holds).toBe(false);
  });

  it('runs without a lease when no peers are known', () => {
    watch.renewed(clock.steadyMs, false);
    clock.pass(600_000);
    expect([watch.holds, told]).toEqual([true, []]);
  });

  it('resumes with the next lease unless that has expired too', () => {
    watch.renewed(clock.steadyMs, true);
    clock.pass(60_000);
    expect(watch.holds).toBe(false);
    watch.renewed(clock.steadyMs - 9_500, true);
    expect(watch.holds).toBe(false);
    watch.renewed(clock.steadyMs, true);
    expect([watch.holds, told]).toEqual([true, ['lapsed', 'resumed']]);
  });

  it('is overdue when a renewal is late, and not before the first', () => {
    expect(watch.isOverdue).toBe(false);
    watch.renewed(clock.steadyMs, true);
    clock.pass(3_500);
    expect(watch.isOverdue).toBe(false);
    clock.pass(1);
    expect(watch.isOverdue).toBe(true);
  });

  it('stays valid while extended, and never shortens', () => {
    watch.renewed(clock.steadyMs, true);
    watch.extended(clock.steadyMs, 3_000);
    clock.pass(8_000);
    expect(watch.holds).toBe(true);
    watch.extended(clock.steadyMs, 3_000);
    clock.pass(2_999);
    expect(watch.holds).toBe(true);
    clock.pass(1);
    expect([watch.holds, told]).toEqual([false, ['lapsed']]);
  });
});
