import { AppConfig } from '../config/index.js';
import { databaseSessionSettings } from './database-session-settings.js';

it('ends a lock wait before its statement, and both before the client gives up', () => {
  const { database } = AppConfig.fromEnvironment({ DATABASE_QUERY_TIMEOUT_MS: '2000' });
  const [names = [], values = []] = databaseSessionSettings(database).values;
  expect(Object.fromEntries(names.map((name, index) => [name, values[index]]))).toMatchObject({
    lock_timeout: '1500ms',
    statement_timeout: '1800ms',
    // Shorter than that of the transaction: PostgreSQL would ignore it otherwise.
    idle_in_transaction_session_timeout: '5000ms',
    transaction_timeout: '6000ms',
  });
});
