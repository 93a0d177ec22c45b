import { getMetadataStorage } from 'class-validator';
import type { ValidationMetadata } from 'class-validator/types/metadata/ValidationMetadata.js';
import 'reflect-metadata';

export interface JsonSchema {
  [keyword: string]: unknown;
}

type Rule = (constraints: readonly unknown[]) => JsonSchema;

/** The JSON Schema of each validation decorator. An unlisted one is an error, so that no rule goes undocumented. */
const RULES: Readonly<Record<string, Rule>> = {
  isString: () => ({ type: 'string' }),
  isBoolean: () => ({ type: 'boolean' }),
  isInt: () => ({ type: 'integer' }),
  isNumber: () => ({ type: 'number' }),
  isObject: () => ({ type: 'object' }),
  isArray: () => ({ type: 'array' }),
  isDefined: () => ({}),
  isNotEmpty: () => ({}),
  isEmail: () => ({ type: 'string', format: 'email' }),
  isUrl: () => ({ type: 'string', format: 'uri' }),
  isDate: () => ({ type: 'string', format: 'date-time' }),
  isIn: ([values]) => ({ type: 'string', enum: values }),
  min: ([minimum]) => ({ minimum }),
  max: ([maximum]) => ({ maximum }),
  minLength: ([minLength]) => ({ minLength }),
  maxLength: ([maxLength]) => ({ maxLength }),
  isLength: ([minLength, maxLength]) => ({ minLength, ...(maxLength !== undefined && { maxLength }) }),
  matches: ([pattern]) => ({ type: 'string', pattern: pattern instanceof RegExp ? pattern.source : pattern }),
  arrayMinSize: ([minItems]) => ({ minItems }),
  arrayMaxSize: ([maxItems]) => ({ maxItems }),
  arrayNotEmpty: () => ({ minItems: 1 }),
  arrayUnique: () => ({ uniqueItems: true }),
};

const DESCRIBED = Symbol('earshot:described');

/** Describes a field, or a custom rule as JSON Schema. */
export function Describe(schema: JsonSchema | string): PropertyDecorator {
  const description = typeof schema === 'string' ? { description: schema } : schema;
  return (target, property) => Reflect.defineMetadata(DESCRIBED, description, target, property);
}

/** The JSON Schema of a DTO, derived from its validation decorators, so that documentation and validation agree. */
export function dtoSchema(dto: new () => object): JsonSchema {
  const byProperty = rulesByProperty(dto);
  const defaults = new Map(Object.entries(new dto()));
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const [name, rules] of byProperty) {
    properties[name] = propertySchema(dto, name, rules, defaults.get(name));
    const optional = rules.some((rule) => rule.type === 'conditionalValidation');
    if (!optional && defaults.get(name) === undefined) required.push(name);
  }
  return {
    title: dto.name.replace(/Dto$/, ''),
    type: 'object',
    properties,
    additionalProperties: false,
    ...(required.length > 0 && { required }),
  };
}

function rulesByProperty(dto: new () => object): Map<string, ValidationMetadata[]> {
  const byProperty = new Map<string, ValidationMetadata[]>();
  for (const rule of getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false)) {
    byProperty.set(rule.propertyName, [...(byProperty.get(rule.propertyName) ?? []), rule]);
  }
  return byProperty;
}

function propertySchema(
  dto: new () => object,
  name: string,
  rules: readonly ValidationMetadata[],
  fallback: unknown,
): JsonSchema {
  const described = (Reflect.getMetadata(DESCRIBED, dto.prototype as object, name) ?? {}) as JsonSchema;
  const own: JsonSchema = {};
  const items: JsonSchema = {};
  for (const rule of rules) {
    if (rule.type === 'conditionalValidation') continue;
    Object.assign(rule.each ? items : own, schemaOf(dto, name, rule, described));
  }
  return {
    ...own,
    ...(Object.keys(items).length > 0 && { type: 'array', items }),
    ...(fallback !== undefined && { default: fallback }),
    ...described,
  };
}

function schemaOf(
  dto: new () => object,
  name: string,
  rule: ValidationMetadata,
  described: JsonSchema,
): JsonSchema {
  if (rule.type === 'nestedValidation') {
    const nested = Reflect.getMetadata('design:type', dto.prototype as object, name) as new () => object;
    return nested === Array || nested === Object ? {} : dtoSchema(nested);
  }
  const known = RULES[rule.name ?? ''];
  if (known) return known((rule.constraints as readonly unknown[] | undefined) ?? []);
  if ('type' in described || 'enum' in described || 'items' in described) return {};
  throw new Error(`${dto.name}.${name}: describe the rule ${rule.name ?? rule.type} with @Describe({ … })`);
}
