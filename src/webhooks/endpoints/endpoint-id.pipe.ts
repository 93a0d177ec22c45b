import { Injectable, type PipeTransform } from '@nestjs/common';
import { ApiError } from '../../common/errors/index.js';

/** The format of an endpoint's id (interface, section 8). */
const ENDPOINT_ID = /^whe_[A-Za-z0-9]+$/;

/** What the document says of paths that name an endpoint. */
export const ENDPOINT_PATH = { endpointId: ENDPOINT_ID } as const;

/** Refuses a malformed id with 422 before anything is looked up. */
@Injectable()
export class EndpointIdPipe implements PipeTransform<string, string> {
  transform(id: string): string {
    if (ENDPOINT_ID.test(id)) return id;
    throw new ApiError(422, 'INVALID_WEBHOOK_ENDPOINT_ID', 'The webhook endpoint id is malformed.');
  }
}
