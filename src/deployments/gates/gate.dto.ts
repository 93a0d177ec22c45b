import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsString,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { ENVIRONMENTS, type EnvironmentName } from '../../common/access/index.js';
import { IfGiven } from '../../http/index.js';
import { Describe, dtoSchema } from '../../http/openapi/index.js';

const MAX_TEST_SETS = 20;
const MAX_RUNS = 50;
const MAX_PEOPLE = 10;
/** A year. */
const MAX_HOURS = 8_760;
const MAX_MINUTES = 525_600;
const MAX_REASON = 1_000;

class NewTestGateDto {
  @IsString()
  @Length(1, 100)
  testSetId!: string;

  @IsInt()
  @Min(1)
  @Max(MAX_RUNS)
  @Describe('So many of its last runs of exactly this version must have passed.')
  passes!: number;

  @IsInt()
  @Min(1)
  @Max(MAX_RUNS)
  @Describe('How many of its last runs count.')
  of!: number;

  @IfGiven()
  @IsNumber()
  @Min(0)
  @Max(MAX_HOURS)
  @Describe('Runs that ended earlier do not count.')
  maxAgeHours?: number;
}

class NewSoakGateDto {
  @IsIn(ENVIRONMENTS)
  @Describe('An environment that comes before.')
  environment!: EnvironmentName;

  @IsNumber()
  @Min(0)
  @Max(MAX_MINUTES)
  @Describe('The version must have been active there for so long, in all.')
  minutes!: number;
}

class NewApprovalGateDto {
  @IsInt()
  @Min(1)
  @Max(MAX_PEOPLE)
  @Describe('So many people must have approved the version; nobody what they wrote, published or ask for.')
  people!: number;

  @IfGiven()
  @IsNumber()
  @Min(0)
  @Max(MAX_HOURS)
  @Describe('Older approvals do not count.')
  maxAgeHours?: number;
}

/** The gates of an environment; an empty object removes them. */
export class PutGatesDto {
  @IfGiven()
  @IsArray()
  @ArrayMaxSize(MAX_TEST_SETS)
  @ValidateNested({ each: true })
  @Type(() => NewTestGateDto)
  @Describe({ items: dtoSchema(NewTestGateDto) })
  tests?: NewTestGateDto[];

  @IfGiven()
  @IsObject()
  @ValidateNested()
  @Type(() => NewSoakGateDto)
  soak?: NewSoakGateDto;

  @IfGiven()
  @IsObject()
  @ValidateNested()
  @Type(() => NewApprovalGateDto)
  approvals?: NewApprovalGateDto;

  @IfGiven()
  @IsBoolean()
  @Describe('No alert rule of the account or the agent may fire.')
  noFiringAlerts?: boolean;
}

const VERSION = /^(dep_[0-9A-Za-z]{1,64}|[0-9a-f]{32})$/;
const versionMessage = { message: '$property must be a deployment id or a version hash' };

export class ApproveDto {
  @Matches(VERSION, versionMessage)
  @Describe({
    type: 'string',
    description:
      'A version hash, or a deployment’s id. Not `draft`, which may be another one when this arrives.',
  })
  version!: string;

  @IsString()
  @MaxLength(MAX_REASON)
  comment: string = '';
}

export class ListApprovalsQuery {
  @IfGiven()
  @Matches(/^[0-9a-f]{32}$/)
  @Describe('Only those of this version.')
  version?: string;
}

export class GateStatesQuery {
  @Matches(/^(draft|dep_[0-9A-Za-z]{1,64}|[0-9a-f]{32})$/, {
    message: '$property must be a deployment id, a version hash or draft',
  })
  @Describe({ type: 'string', description: 'A deployment’s id, a version hash, or `draft`.' })
  version!: string;

  @IfGiven()
  @IsIn(['publish', 'promotion', 'rollback'])
  @Describe('What is to be done with it; `promotion` where absent.')
  action?: 'publish' | 'promotion' | 'rollback';
}

export class OverrideGatesDto {
  @IsString()
  @Length(1, MAX_REASON)
  @Describe('Why; it is kept on the audit log with the gates that held.')
  reason!: string;
}

export class WaitDto {
  @IfGiven()
  @IsBoolean()
  @Describe(
    'Where gates hold the version, wait for them (202 with a pending deployment) in place of a 409. It completes by itself.',
  )
  wait?: boolean;

  @IfGiven()
  @IsObject()
  @ValidateNested()
  @Type(() => OverrideGatesDto)
  @Describe('Go past gates that hold. Takes the scope `deployments:override`.')
  override?: OverrideGatesDto;
}
