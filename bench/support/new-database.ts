import pg from 'pg';

let databases = 0;

/** Creates an empty database on the server, and returns its address. */
export async function newDatabase(serverUrl: string): Promise<string> {
  const name = `contest_${++databases}`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`).finally(() => client.end());
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
