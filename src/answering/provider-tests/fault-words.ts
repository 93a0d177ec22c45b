import { providerFault } from '../../providers/index.js';
import { AgentFault } from '../../voice/agent-adapter.js';

/** What happened, followed by the provider's own message. */
const IN_WORDS: Readonly<Record<string, string>> = {
  [providerFault.unreachable]: 'The address can not be reached. See whether it is right and allowed.',
  [providerFault.refused]: 'It refused the request.',
  [providerFault.timeout]: 'It did not answer in time.',
  [providerFault.lost]: 'The connection broke.',
  [providerFault.protocol]: 'It answered what is none of its protocol.',
  [providerFault.flood]: 'It answered more than a call can take.',
  [providerFault.empty]: 'It answered nothing.',
  [providerFault.error]: 'It reported an error of its own.',
};

/** A provider's failure, in words for the person who configured it. */
export function faultInWords(error: unknown): { readonly code: string; readonly message: string } {
  const { code, detail } =
    error instanceof AgentFault ? error : { code: providerFault.error, detail: undefined };
  return { code, message: [IN_WORDS[code] ?? 'It failed.', detail].filter(Boolean).join(' ') };
}
