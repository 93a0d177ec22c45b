import type { ArgumentsHost } from '@nestjs/common';
import type { PinoLogger } from 'nestjs-pino';
import { ApiError, unavailable } from './api-error.js';
import { ErrorFilter } from './error.filter.js';

/** Log records for an error of a request that was answered already. */
function logged(thrown: unknown): string[] {
  const records: string[] = [];
  const logger = { setContext: () => undefined, error: (_: object, text: string) => records.push(text) };
  const http = { getRequest: () => ({ id: 'corr' }), getResponse: () => ({ sent: true }) };
  const host = { getType: () => 'http', switchToHttp: () => http } as unknown as ArgumentsHost;
  new ErrorFilter(logger as unknown as PinoLogger).catch(thrown, host);
  return records;
}

describe('log of failed requests', () => {
  it('contains server-side failures', () => {
    expect(logged(new Error('defect'))).toEqual(['request failed']);
    expect(logged(unavailable(new Error('the database is away')))).toEqual(['request failed']);
  });

  it('omits probes answered while draining and client errors', () => {
    expect(logged(new ApiError(503, 'DRAINING', 'The service is shutting down.'))).toEqual([]);
    expect(logged(new ApiError(404, 'NOT_FOUND', 'Not found.'))).toEqual([]);
  });
});
