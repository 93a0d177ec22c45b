import { type Command, Option } from 'commander';
import { ApiClient } from './api-client.js';

/** The service that a command uses. */
export interface Service {
  readonly url: string;
  readonly key?: string;
  readonly from: string;
}

/** Options of commands that speak to a service over HTTP. */
export const withService = (command: Command): Command =>
  command
    .addOption(
      new Option('--url <url>', 'address of the service').env('EARSHOT_URL').default('http://localhost:3000'),
    )
    // From the environment: every user of the machine can see command-line arguments.
    .addOption(new Option('--key <key>').env('EARSHOT_API_KEY').hideHelp())
    // npm runs programs in the project's folder, and passes the caller's folder here.
    .addOption(new Option('--from <dir>').env('INIT_CWD').default('.').hideHelp());

/** @throws Error that names the missing or invalid variable. */
export function clientAt({ url, key }: Service): ApiClient {
  if (key === undefined || key === '') throw new Error('Set EARSHOT_API_KEY to an API key of the account.');
  if (!URL.canParse(url))
    throw new Error('EARSHOT_URL (or --url) must be a URL, for example http://localhost:3000.');
  return new ApiClient(url, key);
}
