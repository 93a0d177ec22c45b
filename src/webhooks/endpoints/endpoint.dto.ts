import { Transform } from 'class-transformer';
import {
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsString,
  Max,
  Min,
  ValidateBy,
} from 'class-validator';
import { changesTo, IfGiven, IsName, OptionalBody, toBoolean } from '../../http/index.js';
import { Describe } from '../../http/openapi/index.js';
import { pageQuery } from '../../http/pagination/index.js';
import { EVENT_TYPES, type EventType } from '../events/event-types.js';
import { EXTRA_HEADERS_SCHEMA, type ExtraHeaders, problemWithHeaders } from './extra-headers.js';

/** Limits of the published API. */
const MAX_NAME = 255;
const MIN_TIMEOUT_MS = 1_000;
const MAX_TIMEOUT_MS = 30_000;
const DEFAULT_TIMEOUT_MS = 5_000;
const MAX_OVERLAP_HOURS = 24;
const MAX_PAGE = 100;
const URL_SCHEMA = {
  pattern: '^https?://',
  description:
    'Where events are delivered: an absolute URL without user name and password, in a public network.',
};

const ValidHeaders = (): PropertyDecorator =>
  ValidateBy({
    name: 'validHeaders',
    validator: {
      validate: (value) => problemWithHeaders(value) === undefined,
      defaultMessage: (field) => `headers ${problemWithHeaders(field?.value) ?? 'must be valid'}`,
    },
  });

/** Body of `POST /v1/webhook-endpoints`. */
export class CreateEndpointDto {
  @IsName(MAX_NAME)
  name!: string;

  @IsString()
  @Describe(URL_SCHEMA)
  url!: string;

  @IsBoolean()
  enabled = true;

  @IsArray()
  @ArrayMinSize(1)
  @ArrayUnique()
  @IsIn(EVENT_TYPES, { each: true })
  event_types!: EventType[];

  @IsInt()
  @Min(MIN_TIMEOUT_MS)
  @Max(MAX_TIMEOUT_MS)
  timeout_ms = DEFAULT_TIMEOUT_MS;

  @ValidHeaders()
  @Describe(EXTRA_HEADERS_SCHEMA)
  headers: ExtraHeaders = {};
}

/** Body of `PATCH /v1/webhook-endpoints/{id}`. Absent fields keep their value. */
export class UpdateEndpointDto extends changesTo(CreateEndpointDto) {}

/**
 * Body of `POST /v1/webhook-endpoints/{id}/rotate-secret`. Without an overlap the old secret is invalid immediately.
 */
@OptionalBody()
export class RotateSecretDto {
  @IfGiven()
  @IsInt()
  @Min(1)
  @Max(MAX_OVERLAP_HOURS)
  overlap_hours?: number;
}

/** Query of `GET /v1/webhook-endpoints`. */
export class ListEndpointsQuery extends pageQuery({ max: MAX_PAGE, fallback: MAX_PAGE }) {
  @IfGiven()
  @Transform(toBoolean)
  @IsBoolean()
  enabled?: boolean;

  @IfGiven()
  @IsIn(EVENT_TYPES)
  event_type?: EventType;
}
