import { DatabaseError } from 'pg';
import { toApiError } from '../errors/index.js';
import { isDataFault } from '../errors/database-errors.js';
import { databaseFault, DatabaseUnavailableError } from './database-faults.js';

function said(code: string): DatabaseError {
  const error = new DatabaseError('as PostgreSQL says it', 0, 'error');
  error.code = code;
  return error;
}

const faultOf = (code: string) => databaseFault(said(code));

describe('database fault', () => {
  it.each(['25006', '53100', '57014', '55P03', '08006'])(
    'with %s is an outage: HTTP answers 503 with Retry-After, and a call record waits',
    (code) => {
      const fault = faultOf(code);
      expect(fault).toBeInstanceOf(DatabaseUnavailableError);
      expect(toApiError(fault)).toMatchObject({ status: 503, headers: { 'Retry-After': '1' } });
      expect(isDataFault(fault)).toBe(false);
    },
  );

  it('of a missing reference answers 404 and drops the record', () => {
    expect(toApiError(faultOf('23503')).status).toBe(404);
    expect(isDataFault(faultOf('23503'))).toBe(true);
  });

  it('that an operator can fix answers 500, and a call record waits', () => {
    expect(toApiError(faultOf('42P01')).status).toBe(500);
    expect(isDataFault(faultOf('42P01'))).toBe(false);
  });
});

it.each(['Query read timeout', 'Connection terminated unexpectedly'])(
  'treats "%s" as an outage',
  (message) => {
    const fault = databaseFault(new Error(message));
    expect(fault).toBeInstanceOf(DatabaseUnavailableError);
    expect(databaseFault(fault)).toBe(fault);
  },
);
