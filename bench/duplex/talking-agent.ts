import type { DemoAccess } from '../support/service.js';

/** Without a pause: whoever falls silent here has been silenced. */
const WORDS =
  'our kitchen is open from nine in the morning until nine in the evening and we serve fresh fish and warm bread and many kinds of soup ' +
  'while the garden behind the house is open whenever the weather allows it and our guests may sit under the old trees and ';
const TIMES = 5;

/** Publishes the demo agent anew: it greets callers at great length, and Earshot finds out about the turns. */
export async function publishTalkingAgent({ baseUrl, agentId, apiKey }: DemoAccess): Promise<void> {
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${baseUrl}/v1/agents/${agentId}${path}`, {
      method,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}`);
    return await response.json();
  };
  const { revision } = (await ask('GET', '/draft')) as { revision: number };
  const greeting = `${WORDS.repeat(TIMES)}so much for now.`;
  await ask('PATCH', '/draft', { revision, document: { greeting, turnTaking: { detection: 'earshot' } } });
  await ask('POST', '/deployments/publish', { environment: 'sandbox' });
}
