import { instanceToPlain } from 'class-transformer';
import { type ArgumentMetadata, ValidationPipe, type ValidationError } from '@nestjs/common';
import type { ValidationOptions } from 'class-validator';
import { ApiError, excerpt, validationFailed } from '../common/errors/api-error.js';
import { isObject } from '../common/json/json-objects.js';
import { plainToDto } from './plain-to-dto.js';
import { rememberRules } from './remember-rules.js';

/** Code and message of a field with its own error in the API. */
export interface FieldFailure {
  readonly code: string;
  readonly message: string;
}

/** Options for a validation decorator: when the field fails it, the response is 400 with this code and message. */
export const failsWith = (failure: FieldFailure): ValidationOptions => ({ context: failure });

const OPTIONAL_BODY = Symbol('earshot:optional-body');

/** Marks a DTO whose request may have no body; absent means `{}`. */
export function OptionalBody(): ClassDecorator {
  return (dto) => Reflect.defineMetadata(OPTIONAL_BODY, true, dto);
}

/** Limit of reported problems. */
const MAX_REPORTED = 10;

const VALIDATION_CODE = Symbol('earshot:validation-code');

/** Marks a DTO whose errors have their own code instead of `SCHEMA_VALIDATION_FAILED`. */
export function FailsWithCode(code: string): ClassDecorator {
  return (dto) => Reflect.defineMetadata(VALIDATION_CODE, code, dto);
}

/** The pipe of every DTO: unknown fields are refused by name, and the message says what is wrong with which field. */
export function createValidationPipe(): ValidationPipe {
  rememberRules();
  return new JsonObjectPipe({
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    transform: true,
    transformerPackage: { plainToInstance: plainToDto, classToPlain: instanceToPlain } as never,
    exceptionFactory: toApiError,
  });
}

class JsonObjectPipe extends ValidationPipe {
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    try {
      return await super.transform(metadata.type === 'body' ? bodyOf(value, metadata) : value, metadata);
    } catch (error) {
      const code = metaOf(VALIDATION_CODE, metadata) as string | undefined;
      if (code === undefined || !(error instanceof ApiError) || error.code !== 'SCHEMA_VALIDATION_FAILED')
        throw error;
      throw new ApiError(error.status, code, error.message);
    }
  }

  /**
   * For a query, which is flat. Bodies with such keys were refused already (`body-guard.ts`), and searching a large one
   * again would block the event loop.
   */
  protected override stripProtoKeys(value: unknown): void {
    if (isObject(value)) Reflect.deleteProperty(value, '__proto__');
  }
}

/** The body if it is an object; `{}` if it is absent and optional. */
function bodyOf(value: unknown, metadata: ArgumentMetadata): object {
  if (value === undefined && metaOf(OPTIONAL_BODY, metadata) === true) return {};
  if (isObject(value)) return value;
  throw validationFailed('The request body must be a JSON object.');
}

const metaOf = (key: symbol, { metatype }: ArgumentMetadata): unknown =>
  metatype && Reflect.getMetadata(key, metatype);

function toApiError(errors: ValidationError[]): ApiError {
  const special = errors.flatMap((error) => Object.values(error.contexts ?? {}) as FieldFailure[])[0];
  if (special) return new ApiError(400, special.code, special.message);
  const problems = errors.flatMap((error) => describe(error));
  const untold = problems.length - MAX_REPORTED;
  const shown = problems.slice(0, MAX_REPORTED).join('; ');
  return validationFailed(untold > 0 ? `${shown}; and ${untold} more problems` : shown);
}

function describe(error: ValidationError, path = ''): string[] {
  const here = path === '' ? error.property : `${path}.${error.property}`;
  // Decorators apply bottom-up, so the last one is the topmost of the DTO: the type, without which no bound makes
  // sense.
  const [rule, message = ''] = Object.entries(error.constraints ?? {}).at(-1) ?? [];
  const own = rule === 'whitelistValidation' ? `unknown field ${excerpt(here)}` : at(path, message);
  return [
    ...(rule === undefined ? [] : [own]),
    ...(error.children ?? []).flatMap((child) => describe(child, here)),
  ];
}

/** Turns `each of origins must be …` into `each of publicAccess.origins`. */
const at = (path: string, message: string) =>
  path === '' ? message : message.replace(/^(each (?:of|value in) )?/, `$1${path}.`);
