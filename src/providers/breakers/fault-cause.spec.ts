import { AgentFault } from '../../voice/agent-adapter.js';
import type { FaultCode } from '../../voice/fault-codes.js';
import { providerFault } from '../provider-faults.js';
import { causeOf, CONCERNS, type FaultCause } from './fault-cause.js';

const causeOfCode = (code: FaultCode, status?: number) =>
  causeOf(new AgentFault(code, 'It failed', true, { status }));

const CAUSES: readonly (readonly [FaultCode, FaultCause, string])[] = [
  ['PROVIDER_UNREACHABLE', 'network', 'everybody'],
  ['PROVIDER_TIMEOUT', 'network', 'everybody'],
  ['PROVIDER_LOST', 'network', 'everybody'],
  ['PROVIDER_PROTOCOL', 'server', 'everybody'],
  ['PROVIDER_FLOOD', 'server', 'everybody'],
  ['PROVIDER_EMPTY', 'document', 'nobody'],
  ['PROVIDER_ERROR', 'server', 'everybody'],
  ['PROVIDER_REFUSED', 'limit', 'account'],
];

const CAUSES_OF_REFUSALS: readonly (readonly [number, FaultCause, string])[] = [
  [400, 'document', 'nobody'],
  [404, 'document', 'nobody'],
  [405, 'document', 'nobody'],
  [413, 'document', 'nobody'],
  [422, 'document', 'nobody'],
  [401, 'key', 'nobody'],
  [403, 'key', 'nobody'],
  [402, 'limit', 'account'],
  [429, 'limit', 'account'],
  [407, 'network', 'everybody'],
  [408, 'network', 'everybody'],
  [302, 'server', 'everybody'],
  [503, 'server', 'everybody'],
];

describe('fault cause', () => {
  it.each(CAUSES)('of code %s is the %s, affecting %s', (code, cause, concerned) => {
    expect([causeOfCode(code), CONCERNS[cause]]).toEqual([cause, concerned]);
  });

  it.each(CAUSES_OF_REFUSALS)('of status %i is the %s, affecting %s', (status, cause, concerned) => {
    expect([causeOfCode('PROVIDER_REFUSED', status), CONCERNS[cause]]).toEqual([cause, concerned]);
  });

  it('is defined for every provider error code', () => {
    expect(CAUSES.map(([code]) => code).sort()).toEqual(Object.values(providerFault).sort());
  });

  it('is the server for unexpected errors', () => {
    expect(causeOf(new TypeError('x is not a function'))).toBe('server');
  });
});
