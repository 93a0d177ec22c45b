export {
  after,
  decodeCursor,
  decodeNumber,
  encodeCursor,
  encodeNumber,
  NEWEST_FIRST,
  pageOf,
} from './cursor.js';
export { MAX_PAGE, PageQuery, toNumber } from './page.query.js';
