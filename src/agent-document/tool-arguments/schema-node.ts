import type { LinearPattern } from './linear-pattern.js';

export type JsonType = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null';
export type Scalar = string | number | boolean | null;

/** A parsed schema: no text left to interpret, no references. */
export interface SchemaNode {
  readonly types?: ReadonlySet<JsonType>;
  /** `enum` or `const`. */
  readonly allowed?: ReadonlySet<Scalar>;
  readonly properties?: ReadonlyMap<string, SchemaNode>;
  readonly required?: readonly string[];
  /** `additionalProperties`; false allows none. */
  readonly others?: SchemaNode | false;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly items?: SchemaNode;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: LinearPattern;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly allOf?: readonly SchemaNode[];
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly not?: SchemaNode;
}

/** A problem and its place, a JSON Pointer (RFC 6901) from the schema's root. */
export interface SchemaProblem {
  readonly path: string;
  /** Completes "<path> …". */
  readonly message: string;
}
