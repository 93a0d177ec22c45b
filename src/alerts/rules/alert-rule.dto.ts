import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsString, Length, Max, Min, ValidateIf } from 'class-validator';
import { changesTo, IfGiven, IsName, toBoolean } from '../../http/index.js';
import { Describe } from '../../http/openapi/index.js';
import { pageQuery } from '../../http/pagination/index.js';
import { AlertState } from '../../generated/prisma/client.js';
import {
  type AlertMetric,
  METRICS,
  type AlertOperator,
  OPERATORS,
  type WindowDuration,
  WINDOWS,
} from '../rule-enums.js';

const MAX_NAME = 255;
const ID_LENGTH = [1, 255] as const;
/** PostgreSQL's largest integer. */
const MAX_THRESHOLD = 2_147_483_647;
const MAX_PAGE = 100;

/** The field may be absent or null, which both mean: all agents. */
const IfNamed = (): PropertyDecorator => ValidateIf((_dto, value) => value !== undefined && value !== null);

/** Body of `POST /v1/alert-rules`. */
export class CreateRuleDto {
  @IsName(MAX_NAME)
  name!: string;

  @IfNamed()
  @IsString()
  @Length(...ID_LENGTH)
  @Describe({ type: ['string', 'null'], description: 'An agent; null for all.' })
  project_id?: string | null;

  @IsIn(METRICS)
  metric!: AlertMetric;

  @IsIn(OPERATORS)
  operator!: AlertOperator;

  @IsInt()
  @Min(0)
  @Max(MAX_THRESHOLD)
  threshold_value!: number;

  @IsIn(WINDOWS)
  window_duration!: WindowDuration;

  @IsBoolean()
  enabled = true;
}

/** Body of `PATCH /v1/alert-rules/{id}`. Absent fields keep their value. */
export class UpdateRuleDto extends changesTo(CreateRuleDto) {}

/** Query of `GET /v1/alerts`. */
export class ListAlertsQuery {
  @IfGiven()
  @IsIn(METRICS)
  metric?: AlertMetric;

  @IfGiven()
  @IsString()
  @Describe('Only those of this agent.')
  project_id?: string;
}

/** Query of `GET /v1/alert-rules`. */
export class ListRulesQuery extends pageQuery({ max: MAX_PAGE, fallback: MAX_PAGE }) {
  @IfGiven()
  @Transform(toBoolean)
  @IsBoolean()
  enabled?: boolean;

  @IfGiven()
  @IsIn(METRICS)
  metric?: AlertMetric;

  @IfGiven()
  @IsString()
  project_id?: string;

  @IfGiven()
  @IsIn(Object.values(AlertState))
  state?: AlertState;
}
