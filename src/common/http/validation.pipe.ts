import { ValidationPipe, type ValidationError } from '@nestjs/common';
import { validationFailed } from '../errors/api-error.js';

/** The pipe behind every DTO: unknown fields are refused by name, and the message says what is wrong with which field. */
export function createValidationPipe(): ValidationPipe {
  return new ValidationPipe({
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    transform: true,
    stopAtFirstError: true,
    exceptionFactory: (errors) => validationFailed(errors.flatMap((error) => describe(error)).join('; ')),
  });
}

function describe(error: ValidationError, path = ''): string[] {
  const here = path === '' ? error.property : `${path}.${error.property}`;
  const own = Object.entries(error.constraints ?? {}).map(([rule, message]) =>
    rule === 'whitelistValidation' ? `unknown field ${here}` : at(path, message),
  );
  return [...own, ...(error.children ?? []).flatMap((child) => describe(child, here))];
}

const at = (path: string, message: string) => (path === '' ? message : `${path}.${message}`);
