import { queryOptions } from '@tanstack/react-query';

/** Instance settings that the page needs before a call. */
export const settingsQuery = queryOptions({
  queryKey: ['studio-settings'],
  staleTime: Infinity,
  queryFn: async () => {
    const answer = await fetch('/api/v1/studio/settings');
    const body: unknown = await answer.json();
    const echoAllowed =
      typeof body === 'object' && body !== null && 'echoAllowed' in body && body.echoAllowed === true;
    return { echoAllowed };
  },
});
