export { after, decodeCursor, decodeNumber, encodeNumber, NEWEST_FIRST, pageOf } from './cursor.js';
export { MAX_PAGE, PageQuery, pageQuery } from './page.query.js';
