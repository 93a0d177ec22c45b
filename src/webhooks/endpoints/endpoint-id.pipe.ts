import { Injectable, type PipeTransform } from '@nestjs/common';
import { ApiError } from '../../common/errors/index.js';

const ENDPOINT_ID = /^whe_[A-Za-z0-9]+$/;

/** OpenAPI description of path parameters. */
export const ENDPOINT_PATH = { endpointId: ENDPOINT_ID } as const;

/** Refuses a malformed id with 422 before any lookup. */
@Injectable()
export class EndpointIdPipe implements PipeTransform<string, string> {
  transform(id: string): string {
    if (ENDPOINT_ID.test(id)) return id;
    throw new ApiError(422, 'INVALID_WEBHOOK_ENDPOINT_ID', 'The webhook endpoint id is malformed.');
  }
}
