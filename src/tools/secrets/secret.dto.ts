import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsString, Length, Matches } from 'class-validator';
import { Describe } from '../../http/openapi/index.js';

const MAX_VALUE = 10_000;
const MAX_HOSTS = 20;
const MAX_HOST = 300;
/** Not `\p{Cc}`, which client and test generators do not support. */
const NO_CONTROL_CHARACTERS = /^[^\u0000-\u001f\u007f-\u009f]*$/;

export class PutSecretDto {
  @IsString()
  @Length(1, MAX_VALUE)
  @Matches(NO_CONTROL_CHARACTERS, { message: 'value must not have control characters' })
  @Describe('The secret itself. It is never given out again.')
  value!: string;

  @IsString({ each: true })
  @Length(1, MAX_HOST, { each: true })
  @ArrayUnique()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_HOSTS)
  @Describe(
    'The only hosts that it may be sent to: `api.example.com`, or `api.example.com:8443` for another port.',
  )
  allowedHosts!: string[];
}
