import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsInt,
  IsNumber,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { ENVIRONMENTS, type EnvironmentName } from '../../common/access/index.js';
import { IfGiven } from '../../http/index.js';
import { Describe, dtoSchema } from '../../http/openapi/index.js';
import { GUARD_METRICS, type GuardMetric } from './rollout-plan.js';

const MAX_STEPS = 20;
const MAX_CALLS = 1_000_000;
/** 30 days. */
const MAX_MINUTES = 43_200;
const MAX_RESPONSE_MS = 60_000;
const LEAST_PERCENT = 0.1;
const MOST_PERCENT = 99;

class NewRolloutStepDto {
  @IsNumber()
  @Min(LEAST_PERCENT)
  @Max(100)
  @Describe(
    'Percent of the calls that go to the new version; more than in the step before. 100 ends the rollout.',
  )
  share!: number;

  @IfGiven()
  @IsInt()
  @Min(1)
  @Max(MAX_CALLS)
  @Describe('The step lasts until this many calls of the new version have ended.')
  calls?: number;

  @IfGiven()
  @IsNumber()
  @Min(0)
  @Max(MAX_MINUTES)
  @Describe('The step lasts so long, in minutes.')
  minutes?: number;
}

class NewRolloutGuardDto {
  @IsIn(GUARD_METRICS)
  @Describe('What is compared with the version before, at the same time.')
  metric!: GuardMetric;

  @IfGiven()
  @IsNumber()
  @Min(LEAST_PERCENT)
  @Max(MOST_PERCENT)
  @Describe(
    'A limit beside: percent of the calls of the new version that may have it. Not for response_time.',
  )
  maximumPercent?: number;

  @IfGiven()
  @IsInt()
  @Min(1)
  @Max(MAX_RESPONSE_MS)
  @Describe(
    'A limit for response_time, in milliseconds: at most 5 % of the calls of the new version may be answered later (p95).',
  )
  maximumP95Ms?: number;

  @IfGiven()
  @IsNumber()
  @Min(LEAST_PERCENT)
  @Max(100)
  @Describe(
    'For failures: a language model finds out about so many percent of the calls of both versions, drawn by conversation. All of them where absent.',
  )
  samplePercent?: number;
}

export class NewRolloutDto {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_STEPS)
  @ValidateNested({ each: true })
  @Type(() => NewRolloutStepDto)
  @Describe({ items: dtoSchema(NewRolloutStepDto) })
  steps!: NewRolloutStepDto[];

  @IfGiven()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(GUARD_METRICS.length)
  @ValidateNested({ each: true })
  @Type(() => NewRolloutGuardDto)
  @Describe({
    items: dtoSchema(NewRolloutGuardDto),
    description: 'All metrics but transfers and failures where absent.',
  })
  guards?: NewRolloutGuardDto[];
}

export class ListRolloutsQuery {
  @IfGiven()
  @IsIn(ENVIRONMENTS)
  @Describe('Only those of this environment.')
  environment?: EnvironmentName;
}
