import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.js';

/** The subset of JSON Schema that the agent document uses. */
export interface JsonSchema {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly string[];
  readonly const?: string | number;
  readonly required?: readonly string[];
  readonly default?: unknown;
  /** Still accepted, but there is a better name for it. */
  readonly deprecated?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** The schema of the agent document, as served by this service. */
export const schemaQuery = queryOptions({
  queryKey: ['schemas', 'agent-document'],
  staleTime: Infinity,
  queryFn: async (): Promise<JsonSchema> => {
    const answer = await api.GET('/v1/schemas/agent-document', { parseAs: 'json' });
    return answer.data ?? {};
  },
});

/** The texts that a schema allows, if it is an enumeration. */
export function choicesOf({ enum: list, anyOf }: JsonSchema): readonly string[] | undefined {
  if (list) return list;
  const constants = (anyOf ?? []).map((one) => one.const).filter((one) => typeof one === 'string');
  return anyOf && constants.length === anyOf.length ? constants : undefined;
}

/** The schema of values of an object with free names. */
export function valueSchemaOf(schema: JsonSchema): JsonSchema | undefined {
  const [byPattern] = Object.values(schema.patternProperties ?? {});
  if (byPattern) return byPattern;
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
}
