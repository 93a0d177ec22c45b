import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
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
import { IfGiven, IsName } from '../../http/index.js';
import { Describe, dtoSchema } from '../../http/openapi/index.js';
import { DEFAULT_MS, DEFAULT_POINTS, EXPERIMENT_METRICS, type ExperimentMetric } from './experiment-plan.js';

const MAX_ARMS = 10;
const MAX_WEIGHT = 10_000;
const MIN_CALLS = 20;
const MAX_CALLS = 10_000;
const MAX_NAME = 100;
const MAX_POINTS = 100;
const MAX_MS = 60_000;

class NewExperimentArmDto {
  @IsName(MAX_NAME)
  name!: string;

  @IsInt()
  @Min(1)
  @Max(MAX_WEIGHT)
  @Describe('Its part of the calls, of the sum of all weights.')
  weight!: number;

  @IfGiven()
  @Matches(/^(dep_[0-9A-Za-z]{1,64}|[0-9a-f]{32})$/, {
    message: '$property must be a deployment id or a version hash',
  })
  @Describe({
    type: 'string',
    description: 'A deployment’s id or a version hash that was deployed before. Absent: what is active.',
  })
  version?: string;

  @IfGiven()
  @IsString()
  @Length(1, MAX_NAME)
  @Describe('A variant of that version.')
  variantId?: string;
}

class NewExperimentRuleDto {
  @IsIn(EXPERIMENT_METRICS)
  @Describe('What decides; one of `metrics`. Less of it is better.')
  metric!: ExperimentMetric;

  @IsInt()
  @Min(MIN_CALLS)
  @Max(MAX_CALLS)
  @Describe('Decided once, when each arm has so many calls that have ended, by the first so many of each.')
  callsPerArm!: number;
}

class NewWorthwhileDto {
  @IfGiven()
  @IsNumber()
  @Min(0.1)
  @Max(MAX_POINTS)
  crashes?: number;

  @IfGiven()
  @IsNumber()
  @Min(0.1)
  @Max(MAX_POINTS)
  tool_errors?: number;

  @IfGiven()
  @IsNumber()
  @Min(0.1)
  @Max(MAX_POINTS)
  provider_errors?: number;

  @IfGiven()
  @IsNumber()
  @Min(0.1)
  @Max(MAX_POINTS)
  early_hang_ups?: number;

  @IfGiven()
  @IsNumber()
  @Min(0.1)
  @Max(MAX_POINTS)
  transfers?: number;

  @IfGiven()
  @IsNumber()
  @Min(0.1)
  @Max(MAX_POINTS)
  failures?: number;

  @IfGiven()
  @IsNumber()
  @Min(1)
  @Max(MAX_MS)
  response_time?: number;
}

export class PutExperimentDto {
  @IfGiven()
  @IsString()
  @MaxLength(MAX_NAME)
  name?: string;

  @IsArray()
  @ArrayMinSize(2)
  @ArrayMaxSize(MAX_ARMS)
  @ValidateNested({ each: true })
  @Type(() => NewExperimentArmDto)
  @Describe({
    items: dtoSchema(NewExperimentArmDto),
    description: 'The first one is what the others are compared with.',
  })
  arms!: NewExperimentArmDto[];

  @IfGiven()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(EXPERIMENT_METRICS.length)
  @ArrayUnique({ message: 'metrics must name each metric once' })
  @IsIn(EXPERIMENT_METRICS, { each: true })
  @Describe({
    items: { type: 'string', enum: [...EXPERIMENT_METRICS] },
    description:
      'What is measured in each call; everything where absent. `failures`: the document’s criterion of success was not met.',
  })
  metrics?: ExperimentMetric[];

  @IfGiven()
  @IsObject()
  @ValidateNested()
  @Type(() => NewWorthwhileDto)
  @Describe(
    `The smallest difference worth finding, by metric: percentage points (${DEFAULT_POINTS} where absent), of response_time milliseconds (${DEFAULT_MS}). It sets how many calls are needed.`,
  )
  worthwhile?: NewWorthwhileDto;

  @IfGiven()
  @IsObject()
  @ValidateNested()
  @Type(() => NewExperimentRuleDto)
  @Describe('When a winner is promoted by itself. Absent: by hand.')
  rule?: NewExperimentRuleDto;
}

export class PromoteArmDto {
  @IsString()
  @Length(1, MAX_NAME)
  @Describe('Name of the arm that gets all calls.')
  arm!: string;
}
