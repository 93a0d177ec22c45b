import type pg from 'pg';

/** The amount of data of an account. */
export interface Amounts {
  readonly agents: number;
  readonly conversations: number;
}

/** Turns per conversation, as in a short call. */
const TURNS = 6;

/** A word in one of a thousand conversations, and one in nearly all. */
export const RARE_WORD = 'marmalade';
export const COMMON_WORD = 'opening hours';

/** One call in a hundred has this number, and one in a hundred ended by a fault. */
export const CALLER = '+4930123456';

/**
 * Fills an account with agents and conversations, one every half minute up to now.
 * @returns Id of an agent with some of the conversations.
 */
export async function fill(client: pg.Client, accountId: string, amounts: Amounts): Promise<string> {
  const { agents, conversations } = amounts;
  await client.query(
    `INSERT INTO agents (id, account_id, name, created_at)
     SELECT 'filled-' || n, $1, 'Agent number ' || n, now() - n * interval '1 minute' FROM generate_series(1, $2) n`,
    [accountId, agents],
  );
  await client.query(
    `INSERT INTO conversations (id, account_id, agent_id, session_id, target, environment, mode, adapter, caller,
       instance_id, started_at, connected_at, ended_at, end_reason, crashed)
     SELECT 'conv_filled' || n, $1, 'filled-' || (1 + n % $3::int), 'filled-' || n,
       CASE WHEN n % 10 = 0 THEN 'draft' ELSE 'live' END,
       CASE WHEN n % 10 = 0 THEN NULL ELSE 'live'::"Environment" END,
       'traditional', 'pipeline', CASE WHEN n % 100 = 7 THEN '${CALLER}' ELSE '+49301' || n END, 'filled',
       began, began + interval '1 second', began + (20 + n % 300) * interval '1 second',
       CASE WHEN n % 100 = 3 THEN 'agent-failed' ELSE 'client-hangup' END, n % 100 = 3
     FROM (SELECT n, now() - n * interval '30 seconds' AS began FROM generate_series(1, $2::int) n) AS calls`,
    [accountId, conversations, agents],
  );
  await client.query(
    `INSERT INTO turns (id, conversation_id, account_id, agent_id, position, speaker, text, started_at, heard_ms)
     SELECT 'filled-' || n || '-' || p, 'conv_filled' || n, $1, 'filled-' || (1 + n % $3::int), p,
       CASE WHEN p % 2 = 0 THEN 'caller' ELSE 'agent' END,
       CASE WHEN p = 2 AND n % 1000 = 500 THEN 'Do you still have the marmalade from last year?'
            WHEN p = 0 THEN 'I would like to ask for your opening hours on day ' || n
            ELSE 'This is what somebody says in the middle of call ' || n || ', line ' || md5((n * 7 + p)::text) END,
       now() - n * interval '30 seconds' + p * interval '3 seconds', 500
     FROM generate_series(1, $2::int) n, generate_series(0, ${TURNS - 1}) p`,
    [accountId, conversations, agents],
  );
  await client.query('VACUUM (ANALYZE) agents, conversations, turns');
  return 'filled-8';
}
