import {
  type IncomingRequestMessage,
  type IncomingResponseMessage,
  type Logger,
  Parser,
} from 'sip.js/lib/core/index.js';

const MANDATORY = ['via', 'from', 'to', 'call-id', 'cseq'];

/**
 * Undefined for invalid messages. The core would throw on a missing or broken mandatory field, even later, while
 * answering.
 */
export function parseMessage(
  text: string,
  logger: Logger,
): IncomingRequestMessage | IncomingResponseMessage | undefined {
  try {
    const message = Parser.parseMessage(text, logger);
    if (!message || MANDATORY.some((name) => !message.hasHeader(name))) return undefined;
    const isWhole =
      (message.from as unknown) !== undefined &&
      (message.to as unknown) !== undefined &&
      (message.cseq as unknown) !== undefined &&
      message.viaBranch !== '';
    return isWhole ? message : undefined;
  } catch {
    return undefined;
  }
}
