export { bearerToken } from './bearer-token.js';
export { changesTo } from './changes-to.js';
export { clientAddressReader, networkOf, type ReadClientAddress } from './client-address.js';
export { CORRELATION_HEADER } from './correlation.js';
export { documentBodyBytes } from './document-body.js';
export { namesEntityTag } from './entity-tag.js';
export { createFastifyAdapter } from './fastify-adapter.js';
export { FILE_TYPES, fileBody, type FileBody } from './file-body.js';
export { IfGiven } from './if-given.js';
export { IsName, NAME } from './is-name.js';
export { IsInstant } from './instant.js';
export { toBoolean } from './query-values.js';
export { logRequests } from './request-log.js';
export {
  createValidationPipe,
  failsWith,
  FailsWithCode,
  OptionalBody,
  PlainBody,
} from './validation.pipe.js';
export { whileConnected } from './while-connected.js';
