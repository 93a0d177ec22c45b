import { queryOptions } from '@tanstack/react-query';

/** Instance settings that the page needs before sign-in or a call. */
export const settingsQuery = queryOptions({
  queryKey: ['studio-settings'],
  staleTime: Infinity,
  queryFn: async () => {
    const answer = await fetch('/api/v1/studio/settings');
    const body: unknown = await answer.json();
    const isSet = (name: string) =>
      typeof body === 'object' && body !== null && Reflect.get(body, name) === true;
    return { echoAllowed: isSet('echoAllowed'), sendsMail: isSet('sendsMail') };
  },
});
