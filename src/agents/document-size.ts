import type { AgentDocument } from '../agent-document/index.js';
import { ApiError } from '../common/errors/index.js';

/**
 * Patches can grow a draft beyond the size limit of a request, so the result is measured.
 * @throws ApiError 400 `AGENT_DOCUMENT_TOO_LARGE`.
 */
export function refuseTooLarge(document: AgentDocument, maxBytes: number): void {
  const bytes = Buffer.byteLength(JSON.stringify(document));
  if (bytes <= maxBytes) return;
  throw new ApiError(
    400,
    'AGENT_DOCUMENT_TOO_LARGE',
    `document must not be larger than ${maxBytes} bytes of JSON, and would have ${bytes}. Take variants, tools or texts out that are ` +
      'not needed, or have the operator raise AGENT_DOCUMENT_MAX_BYTES.',
  );
}
