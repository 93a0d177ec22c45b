import { IsEmail, IsString, Length } from 'class-validator';
import { IfGiven } from '../../http/index.js';
import { Describe } from '../../http/openapi/index.js';

/** Longer than any typed or generated password. */
export const MAX_PASSWORD = 512;
export const MAX_TOKEN = 200;
const MAX_ID = 100;

export class SignInDto {
  @IfGiven()
  @IsEmail()
  @Describe('With `password`.')
  email?: string;

  @IfGiven()
  @IsString()
  @Length(1, MAX_PASSWORD)
  password?: string;

  @IfGiven()
  @IsString()
  @Length(1, MAX_ID)
  @Describe('With `password`, where one e-mail address and password open several accounts.')
  accountId?: string;

  @IfGiven()
  @IsString()
  @Length(1, MAX_TOKEN)
  @Describe('Of a sign-in link, in place of e-mail address and password: what follows `#sign-in=`.')
  signInToken?: string;
}
