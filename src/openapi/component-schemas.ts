import { isDeepStrictEqual } from 'node:util';

interface Schema {
  readonly [keyword: string]: unknown;
}

const COMPONENT_NAME = /^[A-Z][A-Za-z0-9]*$/;
const ANY_KEY = '^(.*)$';

/**
 * Rewrites JSON Schemas for client generators: a union of constants becomes an `enum`, null moves into `type`, a map
 * has `additionalProperties`, and a schema whose `title` can name a type becomes a component.
 */
export class ComponentSchemas {
  private readonly components = new Map<string, Schema>();

  all(): Record<string, Schema> {
    return Object.fromEntries([...this.components].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** @throws Error when two different schemas have the same name. */
  rewrite(schema: Schema): Schema {
    if ('$ref' in schema) return schema;
    const { title, $id: _id, ...plain } = schema;
    const rewritten = asNullable(asEnum(asMap(this.rewriteParts(plain))));
    if (typeof title !== 'string' || !COMPONENT_NAME.test(title)) return rewritten;
    const known = this.components.get(title);
    if (known && !isDeepStrictEqual(known, rewritten)) {
      throw new Error(`Two schemas are called ${title}. Give one of them another title.`);
    }
    this.components.set(title, rewritten);
    return { $ref: `#/components/schemas/${title}` };
  }

  private rewriteParts(schema: Schema): Schema {
    return Object.fromEntries(
      Object.entries(schema).map(([keyword, value]) => [keyword, this.rewritePart(keyword, value)]),
    );
  }

  private rewritePart(keyword: string, value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    switch (keyword) {
      case 'properties':
      case 'patternProperties':
        return Object.fromEntries(
          Object.entries(value).map(([name, schema]) => [name, this.rewrite(schema as Schema)]),
        );
      case 'anyOf':
      case 'oneOf':
      case 'allOf':
        return (value as Schema[]).map((schema) => this.rewrite(schema));
      case 'items':
      case 'additionalProperties':
        return this.rewrite(value as Schema);
      default:
        return value;
    }
  }
}

/** Constants of one type, optionally with null. */
function asEnum(schema: Schema): Schema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const choices = anyOf as Schema[];
  const words = choices.filter(({ const: word }) => typeof word === 'string');
  const others = choices.filter((choice) => !words.includes(choice));
  if (words.length < 2 || others.length > 0) return schema;
  return { type: 'string', enum: words.map(({ const: word }) => word), ...rest };
}

/** A plain type, or null. References and constants keep null as an alternative. */
function asNullable(schema: Schema): Schema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [value, none] = anyOf as [Schema, Schema];
  if (none.type !== 'null' || typeof value.type !== 'string' || 'const' in value) return schema;
  const words = Array.isArray(value.enum) && { enum: [...(value.enum as unknown[]), null] };
  return { ...value, ...words, type: [value.type, 'null'], ...rest };
}

/** A map of names to values; an object without a description may hold anything. */
function asMap(schema: Schema): Schema {
  if (schema.type !== 'object') return schema;
  const { patternProperties, ...rest } = schema;
  const [pattern, ...others] = Object.entries((patternProperties ?? {}) as Record<string, Schema>);
  if (pattern && others.length === 0) {
    const [names, values] = pattern;
    const isAny = Object.keys(values).length === 0;
    return {
      ...rest,
      ...(names !== ANY_KEY && { propertyNames: { pattern: names } }),
      additionalProperties: isAny ? true : values,
    };
  }
  if ('properties' in schema || 'additionalProperties' in schema) return schema;
  return { ...schema, additionalProperties: true };
}
