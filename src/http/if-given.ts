import { ValidateIf } from 'class-validator';

/** The field may be absent. Unlike class-validator's `IsOptional`, `null` does not count as absent. */
export const IfGiven = (): PropertyDecorator => ValidateIf((_dto, value) => value !== undefined);
