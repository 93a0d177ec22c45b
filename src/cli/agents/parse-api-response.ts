import type { Static, TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

/**
 * Validates a response of the service.
 * @throws Error for an unexpected response, perhaps of another version.
 */
export function parseApiResponse<S extends TSchema>(schema: S, value: unknown): Static<S> {
  if (Value.Check(schema, value)) return value;
  throw new Error(
    'The service answered in a way that this command line does not know. Are they of one version?',
  );
}
