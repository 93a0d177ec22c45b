import { serverTimeouts } from './server-timeouts.js';

const UNSET = {
  statementTimeoutMs: undefined,
  lockTimeoutMs: undefined,
  idleInTransactionTimeoutMs: undefined,
  transactionTimeoutMs: undefined,
};

describe('server timeouts', () => {
  it('cancel a statement before the client gives up, and a lock wait before that', () => {
    const timeouts = serverTimeouts({ ...UNSET, queryTimeoutMs: 2_000 });
    expect(timeouts).toEqual({
      statementMs: 1_800,
      lockMs: 1_500,
      idleInTransactionMs: 5_000,
      transactionMs: 6_000,
    });
  });

  it('use configured values; 0 disables them', () => {
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
    'cap idle transactions: idle %s ms, transaction %s ms, in effect %i ms',
    (idleInTransactionTimeoutMs, transactionTimeoutMs, idleInTransactionMs) => {
      const set = { ...UNSET, idleInTransactionTimeoutMs, transactionTimeoutMs, queryTimeoutMs: 2_000 };
      expect(serverTimeouts(set)).toMatchObject({ idleInTransactionMs });
    },
  );
});
