import { IsBoolean, IsEmail, IsIn, IsString, Length } from 'class-validator';
import { type Role, ROLES } from '../../common/access/index.js';
import { IfGiven, IsName } from '../../http/index.js';
import { Describe } from '../../http/openapi/index.js';
import { MAX_PASSWORD, MAX_TOKEN } from '../sessions/session.dto.js';

const MAX_NAME = 100;

export class ChangePersonDto {
  @IfGiven()
  @IsName(MAX_NAME)
  name?: string;

  @IfGiven()
  @IsIn(ROLES)
  @Describe('Another role ends the sessions of the person.')
  role?: Role;
}

export class ChangeMyselfDto {
  @IfGiven()
  @IsName(MAX_NAME)
  name?: string;

  @IfGiven()
  @IsString()
  @Length(1, MAX_PASSWORD)
  @Describe('A new password (PASSWORD_MIN_LENGTH, 12 characters unless the operator says otherwise).')
  password?: string;

  @IfGiven()
  @IsString()
  @Length(1, MAX_PASSWORD)
  @Describe('With `password`, unless a sign-in link was followed a moment ago, or there is none yet.')
  currentPassword?: string;

  @IfGiven()
  @IsBoolean()
  @Describe('Whether to get an e-mail when an alert begins and ends.')
  alertMails?: boolean;

  @IfGiven()
  @IsBoolean()
  @Describe('Whether to get the summary of the week by e-mail.')
  weeklyMails?: boolean;
}

export class RequestLinkDto {
  @IsEmail()
  email!: string;
}

export class InviteDto {
  @IsEmail()
  email!: string;

  @IsIn(ROLES)
  role!: Role;
}

export class AcceptInvitationDto {
  @IsString()
  @Length(1, MAX_TOKEN)
  @Describe('What follows `#invitation=` in the address of the invitation.')
  token!: string;

  @IsName(MAX_NAME)
  name!: string;

  @IsString()
  @Length(1, MAX_PASSWORD)
  @Describe('PASSWORD_MIN_LENGTH, 12 characters unless the operator says otherwise.')
  password!: string;
}
