import { providerFault } from '../../providers/index.js';
import { AgentFault } from '../../voice/agent-adapter.js';

/** What happened, followed by the provider's own message. */
const IN_WORDS: Readonly<Record<string, string>> = {
  [providerFault.unreachable]: 'The address cannot be reached. Check that it is correct and allowed.',
  [providerFault.refused]: 'It refused the request.',
  [providerFault.timeout]: 'It did not answer in time.',
  [providerFault.lost]: 'The connection broke.',
  [providerFault.protocol]: 'It violated its protocol.',
  [providerFault.flood]: 'It sent more than a call accepts.',
  [providerFault.empty]: 'Its answer was empty.',
  [providerFault.error]: 'It reported an error.',
};

/** A provider's failure, in words for the person who configured it. */
export function faultInWords(error: unknown): { readonly code: string; readonly message: string } {
  const { code, detail } =
    error instanceof AgentFault ? error : { code: providerFault.error, detail: undefined };
  return { code, message: [IN_WORDS[code] ?? 'It failed.', detail].filter(Boolean).join(' ') };
}
