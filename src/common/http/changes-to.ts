import { getMetadataStorage } from 'class-validator';
import { IfGiven } from './if-given.js';

/**
 * A DTO with the fields and rules of another, all optional: the body of a PATCH. Inherits only the prototype, not the
 * constructor, which sets defaults.
 */
export function changesTo<T extends object>(dto: new () => T): new () => Partial<T> {
  class Changes {}
  Object.setPrototypeOf(Changes, dto);
  Object.setPrototypeOf(Changes.prototype, dto.prototype as object);
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  const optional = new Set(
    rules.filter(({ type }) => type === 'conditionalValidation').map(({ propertyName }) => propertyName),
  );
  for (const name of new Set(rules.map(({ propertyName }) => propertyName)))
    if (!optional.has(name)) IfGiven()(Changes.prototype, name);
  return Changes;
}
