import { Command, InvalidArgumentError, Option } from 'commander';
import { ENVIRONMENTS, type EnvironmentName, type Scope, SCOPES } from '../common/access/index.js';
import { EARSHOT_VERSION } from '../common/assets/index.js';
import { agentsCommand } from './agents/agents-command.js';
import { asOperator, print } from './as-operator.js';
import { callsCommand } from './calls/calls-command.js';
import { peopleCommand } from './people-command.js';
import { quotasCommand } from './quotas-command.js';
import { testsCommand } from './tests/tests-command.js';

const MS_PER_DAY = 24 * 60 * 60 * 1_000;

/** `npm run cli -- COMMAND`: for operators before there is an API key, or after the last one is lost. */
const program = new Command('earshot')
  .description(
    'Accounts, their quotas, API keys and people, straight in the database of the settings (DATABASE_URL, .env), and agents as files, over HTTP.',
  )
  .version(EARSHOT_VERSION)
  .showHelpAfterError();

const accounts = program.command('accounts').description('Tenants of this instance');

accounts
  .command('create')
  .description('make an account and print its id')
  .requiredOption('--name <name>', 'what people call it')
  .action((options: { name: string }) =>
    asOperator(async (operator) => print({ accountId: await operator.createAccount(options.name) })),
  );

accounts
  .command('list')
  .description('print the accounts, and how many bytes each stores')
  .action(() => asOperator(async (operator) => print(await operator.listAccounts())));

accounts
  .command('suspend')
  .description('refuse the keys and the calls of an account, on all instances; nothing is deleted')
  .argument('<accountId>', 'the account')
  .requiredOption('--reason <sentence>', 'why; the account is told it')
  .action((accountId: string, { reason }: { reason: string }) =>
    asOperator(async (operator) => print(await operator.suspend(accountId, reason))),
  );

accounts
  .command('resume')
  .description('undo `accounts suspend`')
  .argument('<accountId>', 'the account')
  .action((accountId: string) => asOperator(async (operator) => print(await operator.resume(accountId))));

const keys = program.command('keys').description('API keys of an account');

interface CreateKeyOptions {
  readonly account: string;
  readonly email: string;
  readonly name: string;
  readonly scopes: Scope[];
  readonly agents?: string[];
  readonly environments?: EnvironmentName[];
  readonly expiresInDays?: number;
}

keys
  .command('create')
  .description('make a key and print it; it is shown this once')
  .requiredOption('--account <id>', 'account of the key')
  .requiredOption('--email <email>', 'e-mail address of its user, the createdBy of what it does')
  .option('--name <name>', 'what the key is for', 'Command line')
  .addOption(
    new Option('--scopes <scopes>', `separated by commas, or all: ${SCOPES.join(', ')}`)
      .argParser((text) => (text === 'all' ? [...SCOPES] : oneOfEach(SCOPES, text)))
      .makeOptionMandatory(),
  )
  .option('--agents <ids>', 'the only agents that it may touch, separated by commas', splitList)
  .option(
    '--environments <names>',
    `the only environments that it may change: ${ENVIRONMENTS.join(', ')}`,
    (text) => oneOfEach(ENVIRONMENTS, text),
  )
  .option('--expires-in-days <days>', 'after how many days it stops working', positiveInteger)
  .action((options: CreateKeyOptions) =>
    asOperator(async (operator) =>
      print(
        await operator.createKey(options.account, {
          name: options.name,
          ownerEmail: options.email,
          scopes: options.scopes,
          agentIds: options.agents,
          environments: options.environments,
          ...(options.expiresInDays !== undefined && {
            expiresAt: new Date(Date.now() + options.expiresInDays * MS_PER_DAY),
          }),
        }),
      ),
    ),
  );

keys
  .command('list')
  .description('print the keys of an account, without their secrets')
  .requiredOption('--account <id>', 'account of the keys')
  .action((options: { account: string }) =>
    asOperator(async (operator) => print(await operator.listKeys(options.account))),
  );

keys
  .command('revoke')
  .description('end a key')
  .requiredOption('--account <id>', 'account of the key')
  .argument('<keyId>', 'the id of the key (ak_…), not the key itself')
  .action((keyId: string, options: { account: string }) =>
    asOperator((operator) => operator.revokeKey(options.account, keyId)),
  );

program.addCommand(quotasCommand());
program.addCommand(peopleCommand());
program.addCommand(agentsCommand());
program.addCommand(callsCommand());
program.addCommand(testsCommand());

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function oneOfEach<T extends string>(allowed: readonly T[], text: string): T[] {
  return splitList(text).map((item) => {
    const known = allowed.find((candidate) => candidate === item);
    if (known === undefined)
      throw new InvalidArgumentError(`There is no ${item}; there are ${allowed.join(', ')}.`);
    return known;
  });
}

function positiveInteger(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new InvalidArgumentError('It must be a whole number from 1.');
  return number;
}

try {
  await program.parseAsync();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
