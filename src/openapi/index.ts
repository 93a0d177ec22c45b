export { renderAccessLegend, renderAccessTable, renderFaultTable } from './access-table.js';
export { createAsyncApiDocument } from './asyncapi.document.js';
export { renderClientTypes } from './client-types.js';
export { createOpenApiDocument } from './openapi.document.js';
export { serveDocuments } from './serve-documents.js';
