import { useQuery } from '@tanstack/react-query';
import { draftQuery } from '../agents/queries.js';
import { api, take } from '../api/client.js';
import { connectorsQuery, numbersQuery } from '../channels/connectors.js';
import { instructionsIn } from '../editor/business.js';
import { providersQuery } from '../providers/queries.js';
import { latestQuery } from './queries.js';
import { hasWatched } from './watched.js';

interface Step {
  readonly title: string;
  readonly text: string;
  readonly to:
    | '/agents/$agentId/talk'
    | '/providers'
    | '/agents/$agentId/knowledge'
    | '/agents/$agentId/channels'
    | '/conversations';
  readonly hash?: string;
  readonly action: string;
  readonly isDone: boolean;
}

/** The six steps to the first caller. Undefined while it is not known which are done. */
export function useSteps(agentId: string): readonly Step[] | undefined {
  const calls = useQuery(latestQuery);
  const providers = useQuery(providersQuery);
  const taught = useQuery({ queryKey: ['taught', agentId], queryFn: () => isTaught(agentId) });
  const draft = useQuery(draftQuery(agentId));
  const connectors = useQuery(connectorsQuery(agentId));
  const numbers = useQuery(numbersQuery(agentId));
  if ([calls, providers, taught, draft, connectors, numbers].some(({ isLoading }) => isLoading))
    return undefined;
  const hasModel = providers.data?.providers.some(
    ({ owner, settings }) => owner !== 'built-in' && (settings?.llm ?? settings?.endToEnd) !== undefined,
  );
  const done: Readonly<Record<StepName, boolean>> = {
    talked: (calls.data?.length ?? 0) > 0,
    model: hasModel === true,
    taught: taught.data === true || knowsBusiness(draft.data?.document.prompt),
    website: connectors.data?.some(({ publicAccess }) => publicAccess !== null) === true,
    phone: (numbers.data?.length ?? 0) > 0,
    watched: hasWatched(),
  };
  return STEPS.map((step) => ({ ...step, isDone: done[step.name] }));
}

/** Whether its opening hours or its address are set. */
function knowsBusiness(prompt = ''): boolean {
  const { hours, address } = instructionsIn(prompt).business;
  return hours.length > 0 || address !== '';
}

async function isTaught(agentId: string): Promise<boolean> {
  const params = { path: { agentId } };
  const known = await Promise.all([
    take(api.GET('/v1/agents/{agentId}/branches/main/knowledge-base/topics', { params })),
    take(api.GET('/v1/agents/{agentId}/branches/main/knowledge-base/documents', { params })),
  ]);
  return known.some(({ length }) => length > 0);
}

type StepName = 'talked' | 'model' | 'taught' | 'website' | 'phone' | 'watched';

const STEPS: readonly (Omit<Step, 'isDone'> & { readonly name: StepName })[] = [
  {
    name: 'talked',
    title: 'Talk to it',
    text: 'One short call is enough. It is private.',
    to: '/agents/$agentId/talk',
    action: 'Call it',
  },
  {
    name: 'model',
    title: 'Give it a language model',
    text: 'Until then it says only the answers that you wrote yourself.',
    to: '/providers',
    action: 'Choose one',
  },
  {
    name: 'taught',
    title: 'Teach it your business',
    text: 'Your opening hours, your prices, anything that callers ask about.',
    to: '/agents/$agentId/knowledge',
    action: 'Teach it',
  },
  {
    name: 'website',
    title: 'Put it on your website',
    text: 'One line for your page. Visitors talk or type.',
    to: '/agents/$agentId/channels',
    hash: 'website',
    action: 'Get the line',
  },
  {
    name: 'phone',
    title: 'Put it on your phone number',
    text: 'Your carrier sends the calls of a number here.',
    to: '/agents/$agentId/channels',
    hash: 'phone',
    action: 'Connect it',
  },
  {
    name: 'watched',
    title: 'Watch its first calls',
    text: 'Open one and read what was said.',
    to: '/conversations',
    action: 'Open a call',
  },
];
