import { isDataState, isOutageState, refusesWrites } from './outage-states.js';

describe('classification of SQLSTATE', () => {
  it.each([
    ['25006', 'read-only transaction'],
    ['53100', 'disk full'],
    ['53200', 'out of memory'],
    ['53300', 'too many connections'],
    ['57014', 'statement timeout'],
    ['57P01', 'shut down by an administrator'],
    ['57P03', 'starting up'],
    ['55P03', 'lock not available'],
    ['25P03', 'idle in transaction'],
    ['08006', 'connection failure'],
    ['58030', 'I/O error'],
    ['40P01', 'deadlock'],
    ['28P01', 'a password that is being changed'],
  ])('treats %s (%s) as an outage', (state) => {
    expect([isOutageState(state), isDataState(state)]).toEqual([true, false]);
  });

  it.each(['22021', '22003', '23503', '23505', '54000'])('treats %s as a data error', (state) => {
    expect([isOutageState(state), isDataState(state)]).toEqual([false, true]);
  });

  it.each(['42P01', '42501', 'XX000', '25P02', undefined])('treats %s as neither', (state) => {
    expect([isOutageState(state), isDataState(state)]).toEqual([false, false]);
  });

  it('treats a full disk and a read-only server as refusing writes', () => {
    expect(['25006', '53100', '57P01', '55P03'].map(refusesWrites)).toEqual([true, true, false, false]);
  });
});
