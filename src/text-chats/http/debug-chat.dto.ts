import { IsIn, IsObject, IsString, Length, MaxLength } from 'class-validator';
import { ENVIRONMENTS } from '../../common/access/index.js';
import { validationFailed } from '../../common/errors/index.js';
import { IfGiven } from '../../http/index.js';
import { Describe } from '../../http/openapi/index.js';
import type { ChatTarget } from '../chat-agents.js';

/** The highest limit that settings allow. */
const MAX_MESSAGE = 100_000;
const MAX_NUMBER = 100;
const MAX_VARIANT_ID = 64;
const MAX_WORD = 200;
const MAX_VARIABLES = 50;
const MAX_VALUE = 500;
const MAX_ANSWERS = 100;
/** Length limit of a name repeated in an error. */
const MAX_ECHO = 100;
const MAX_ANSWER = 10_000;
const ANSWERS =
  `What tools answer, by the names that the model knows: up to ${MAX_ANSWERS} texts of up to ${MAX_ANSWER} characters. ` +
  'No request is made for these; others are really called. It holds for this message.';
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/;

const TAKEN = 'Is taken from clients of the hosted platform, and changes nothing.';

/** Fields that clients of the hosted platform send, ignored here. */
class HostedFields {
  @IfGiven()
  @IsString()
  @MaxLength(MAX_WORD)
  @Describe(TAKEN)
  asrLangCode?: string;

  @IfGiven()
  @IsString()
  @MaxLength(MAX_WORD)
  @Describe(TAKEN)
  ttsLangCode?: string;

  @IfGiven()
  @IsString()
  @MaxLength(MAX_WORD)
  @Describe(TAKEN)
  conversationId?: string;

  @IfGiven()
  @IsString()
  @MaxLength(MAX_WORD)
  @Describe(TAKEN)
  channel?: string;

  @IfGiven()
  @IsObject()
  @Describe(TAKEN)
  integrationAttributes?: Record<string, unknown>;
}

export class BeginDebugChatDto extends HostedFields {
  @IsIn(['draft', ...ENVIRONMENTS])
  @Describe('Whom to talk to: the draft, or what is active in an environment.')
  clientEnv!: ChatTarget;

  @IfGiven()
  @IsString()
  @Length(1, MAX_VARIANT_ID)
  @Describe('A variant of the agent.')
  variantId?: string;

  @IfGiven()
  @IsString()
  @Length(1, MAX_MESSAGE)
  @Describe('The first message, up to 4,000 characters. Absent: the agent says its greeting.')
  message?: string;

  @IfGiven()
  @IsString()
  @MaxLength(MAX_NUMBER)
  @Describe('Stands in for the calling number: `{{caller}}`.')
  caller?: string;

  @IfGiven()
  @IsString()
  @MaxLength(MAX_NUMBER)
  @Describe('Stands in for the called number: `{{callee}}`.')
  callee?: string;

  @IfGiven()
  @IsObject()
  @Describe(
    `Values of \`{{call.NAME}}\`: up to ${MAX_VARIABLES} texts of up to ${MAX_VALUE} characters, numbers and booleans.`,
  )
  variables?: Record<string, unknown>;

  @IfGiven()
  @IsObject()
  @Describe(ANSWERS)
  toolAnswers?: Record<string, unknown>;
}

export class ContinueDebugChatDto extends HostedFields {
  @IsString()
  @Length(1, MAX_MESSAGE)
  @Describe('The message, up to 4,000 characters.')
  message!: string;

  @IfGiven()
  @IsIn(['draft', ...ENVIRONMENTS])
  @Describe('Is taken, and changes nothing: the conversation stays where it began.')
  clientEnv?: ChatTarget;

  @IfGiven()
  @IsString()
  @Length(1, MAX_VARIANT_ID)
  @Describe('Is taken, and changes nothing.')
  variantId?: string;

  @IfGiven()
  @IsObject()
  @Describe(ANSWERS)
  toolAnswers?: Record<string, unknown>;
}

/** @throws ApiError 400 `SCHEMA_VALIDATION_FAILED`. */
export function checkedVariables(values: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const entries = Object.entries(values);
  if (entries.length > MAX_VARIABLES)
    throw validationFailed(`variables must not be more than ${MAX_VARIABLES}`);
  if (!entries.every(([name]) => NAME.test(name)))
    throw validationFailed(
      'names of variables must have 1 to 100 letters, digits and _, and begin with no digit',
    );
  if (!entries.every(([, value]) => isValue(value)))
    throw validationFailed(
      `each of variables must be a text of up to ${MAX_VALUE} characters, a number or a boolean`,
    );
  return Object.fromEntries(entries);
}

const isValue = (value: unknown): boolean =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value.length <= MAX_VALUE);

/** @throws ApiError 400 `SCHEMA_VALIDATION_FAILED`. */
export function checkedAnswers(values: Readonly<Record<string, unknown>> = {}): ReadonlyMap<string, string> {
  const entries = Object.entries(values);
  if (entries.length > MAX_ANSWERS)
    throw validationFailed(`toolAnswers must not be more than ${MAX_ANSWERS}`);
  const checked = new Map<string, string>();
  for (const [name, value] of entries) {
    if (typeof value !== 'string' || value.length > MAX_ANSWER)
      throw validationFailed(
        `toolAnswers.${name.slice(0, MAX_ECHO)} must be a text of up to ${MAX_ANSWER} characters`,
      );
    checked.set(name, value);
  }
  return checked;
}
