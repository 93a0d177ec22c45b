export { renderAccessLegend, renderAccessTable } from './access-table.js';
export { createAsyncApiDocument } from './asyncapi.document.js';
export { createOpenApiDocument } from './openapi.document.js';
export { serveDocuments } from './serve-documents.js';
