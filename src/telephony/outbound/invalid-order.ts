import { ApiError } from '../../common/errors/index.js';

export const OUTBOUND_CALLS_VALIDATION_FAILED = 'OUTBOUND_CALLS_VALIDATION_FAILED';

export const invalid = (message: string) => new ApiError(400, OUTBOUND_CALLS_VALIDATION_FAILED, message);
