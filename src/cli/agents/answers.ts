import type { Static, TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

/**
 * What the service answered, if it is what this command line knows.
 * @throws Error when it is something else, as of another version it may be.
 */
export function as<S extends TSchema>(schema: S, value: unknown): Static<S> {
  if (Value.Check(schema, value)) return value;
  throw new Error(
    'The service answered in a way that this command line does not know. Are they of one version?',
  );
}
