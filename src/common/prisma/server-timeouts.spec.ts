import { serverTimeouts } from './server-timeouts.js';

const UNSET = {
  statementTimeoutMs: undefined,
  lockTimeoutMs: undefined,
  idleInTransactionTimeoutMs: undefined,
  transactionTimeoutMs: undefined,
};

describe('timeouts of the server', () => {
  it('end a statement before the process gives it up, and a wait for a lock before that', () => {
    const timeouts = serverTimeouts({ ...UNSET, queryTimeoutMs: 2_000 });
    expect(timeouts).toEqual({
      statementMs: 1_800,
      lockMs: 1_500,
      idleInTransactionMs: 5_000,
      transactionMs: 6_000,
    });
  });

  it('are what was set, where something was set; 0 leaves them to the server', () => {
    const set = {
      statementTimeoutMs: 0,
      lockTimeoutMs: 700,
      idleInTransactionTimeoutMs: 1,
      transactionTimeoutMs: 0,
    };
    const timeouts = serverTimeouts({ ...set, queryTimeoutMs: 2_000 });
    expect(timeouts).toEqual({ statementMs: 0, lockMs: 700, idleInTransactionMs: 1, transactionMs: 0 });
  });

  it.each([
    [9_000, undefined, 5_999],
    [undefined, 4_000, 3_999],
    [3_000, 3_000, 2_999],
    [3_000, 0, 3_000],
    [0, undefined, 0],
  ])(
    'end an idle transaction before any: idle %s ms, transaction %s ms, in effect %i ms',
    (idleInTransactionTimeoutMs, transactionTimeoutMs, idleInTransactionMs) => {
      const set = { ...UNSET, idleInTransactionTimeoutMs, transactionTimeoutMs, queryTimeoutMs: 2_000 };
      expect(serverTimeouts(set)).toMatchObject({ idleInTransactionMs });
    },
  );
});
