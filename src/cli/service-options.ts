import { type Command, Option } from 'commander';
import { ApiClient } from './api-client.js';

/** Which service a command speaks to. */
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
    // By the environment: what stands in a command can be seen by everybody on the machine.
    .addOption(new Option('--key <key>').env('EARSHOT_API_KEY').hideHelp())
    // npm runs programs in the project's own folder, and says here where it was called.
    .addOption(new Option('--from <dir>').env('INIT_CWD').default('.').hideHelp());

/** @throws Error that names the variable which is missing or wrong. */
export function clientAt({ url, key }: Service): ApiClient {
  if (key === undefined || key === '') throw new Error('Set EARSHOT_API_KEY to an API key of the account.');
  if (!URL.canParse(url))
    throw new Error('EARSHOT_URL (or --url) must be a URL, for example http://localhost:3000.');
  return new ApiClient(url, key);
}
