import {
  type IncomingRequestMessage,
  type IncomingResponseMessage,
  type Logger,
  Parser,
} from 'sip.js/lib/core/index.js';

const MANDATORY = ['via', 'from', 'to', 'call-id', 'cseq'];

/**
 * Undefined for what can't be read: the core throws, even out of a later answer, when one of the mandatory fields is
 * missing or broken.
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
