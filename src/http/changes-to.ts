import { getMetadataStorage } from 'class-validator';
import { IfGiven } from './if-given.js';

/** A DTO with the fields and rules of another, all optional and without defaults: the body of a PATCH. */
export function changesTo<T extends object>(dto: new () => T): new () => Partial<T> {
  class Changes extends (dto as new () => object) {
    constructor() {
      super();
      for (const name of Object.keys(this)) Reflect.deleteProperty(this, name);
    }
  }
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  const optional = new Set(
    rules.filter(({ type }) => type === 'conditionalValidation').map(({ propertyName }) => propertyName),
  );
  for (const name of new Set(rules.map(({ propertyName }) => propertyName)))
    if (!optional.has(name)) IfGiven()(Changes.prototype, name);
  return Changes;
}
