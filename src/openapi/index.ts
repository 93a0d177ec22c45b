export { renderAccessLegend, renderAccessTable } from './access-table.js';
export { createAsyncApiDocument } from './asyncapi.document.js';
export { renderClientTypes } from './client-types.js';
export { renderFaultTable } from './fault-table.js';
export { createOpenApiDocument } from './openapi.document.js';
export { serveDocuments } from './serve-documents.js';
