import { ApiError } from '../../common/errors/index.js';

export const tooManyReaders = () =>
  new ApiError(
    429,
    'TOO_MANY_READERS',
    'This call is followed by too many readers. Close one of them first.',
  );
