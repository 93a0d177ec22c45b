import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { BookingCaller, randomOf, type Wish } from '../test/support/said-booking.js';
import { startDurablePostgres } from './support/durable-postgres.js';
import { benchOptions } from './support/options.js';
import { startService } from './support/service.js';

const { callers, seed, atOnce } = benchOptions(
  'bookings',
  `Whether the demo’s agent stores what it says that it has booked: callers in text, in generated wordings, half of whom
change their minds, and who confirm only what was read back rightly.`,
  {
    callers: [400, 'callers'],
    seed: [1, 'of what they want and say'],
    atOnce: [8, 'callers at once'],
  },
);

const MOST_TURNS = 30;
const MOST_TRIES = 5;

interface Told {
  readonly wish: Wish;
  readonly conversationId: string;
  readonly claimed: boolean;
  readonly turns: readonly string[];
}

const postgres = await startDurablePostgres();
const service = await startService({ DATABASE_URL: postgres.url }, undefined, { quotas: { requests: 0 } });
try {
  const { access } = service;
  const headers = { 'x-api-key': access.apiKey, 'content-type': 'application/json' };

  async function say(message: string, id: string) {
    const url = `${access.baseUrl}/v1/agents/${access.agentId}/debug-chat${id && `/${id}`}`;
    const body = JSON.stringify({ message, ...(id === '' && { clientEnv: 'sandbox' }) });
    let answer = await fetch(url, { method: 'POST', headers, body });
    // What was not answered may be said again.
    for (let tries = 1; answer.status === 503 && tries < MOST_TRIES; tries += 1) {
      await delay(1_000);
      answer = await fetch(url, { method: 'POST', headers, body });
    }
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { conversationId: string; response: string };
  }

  async function talk(index: number): Promise<Told> {
    const caller = new BookingCaller(randomOf(seed * 100_003 + index * 7_919), Date.now());
    const turns: string[] = [];
    let [conversationId, said] = ['', caller.begins() as string | undefined];
    while (said !== undefined && turns.length < MOST_TURNS * 2) {
      const { response, conversationId: id } = await say(said, conversationId);
      turns.push(said, response);
      [conversationId, said] = [id, caller.answers(response)];
    }
    await say('goodbye', conversationId);
    return { wish: caller.wish, conversationId, claimed: / is booked, /.test(turns.at(-1) ?? ''), turns };
  }

  const told: Told[] = [];
  const waiting = Array.from({ length: callers }, (_one, index) => index);
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let index = waiting.shift(); index !== undefined; index = waiting.shift())
        told.push(await talk(index));
    }),
  );

  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query<Wish & { conversation_id: string }>(
    'SELECT conversation_id, people, date, time, name, phone FROM demo_bookings',
  );
  await client.end();
  const textOf = ({ people, date, time, name, phone }: Wish) => [people, date, time, name, phone].join(' ');
  const outcomeOf = ({ conversationId, wish, claimed }: Told) => {
    const bookings = rows.filter((row) => row.conversation_id === conversationId);
    if (bookings.length === 0) return claimed ? 'claimed, not stored' : 'not booked';
    if (!claimed) return 'stored, not claimed';
    return bookings.length === 1 && bookings.every((one) => textOf(one) === textOf(wish))
      ? 'booked as wished'
      : 'stored differently';
  };
  const outcomes = new Map<string, Told[]>();
  for (const one of told) outcomes.set(outcomeOf(one), [...(outcomes.get(outcomeOf(one)) ?? []), one]);
  console.log('| outcome | callers |\n| --- | --- |');
  for (const [outcome, those] of outcomes) console.log(`| ${outcome} | ${those.length} |`);
  const turns = told.map((one) => one.turns.length / 2).sort((a, b) => a - b);
  console.log(
    `\nTurns of a caller: ${turns[Math.floor(turns.length / 2)]} (median), ${turns.at(-1)} at most.`,
  );
  for (const [outcome, those] of outcomes) {
    if (outcome === 'booked as wished') continue;
    for (const { turns: said, wish } of those.slice(0, 3))
      console.log(`\n${outcome}, wished ${textOf(wish)}:\n${said.map((one) => `  ${one}`).join('\n')}`);
  }
} finally {
  await service.stop();
  await postgres.stop();
}
