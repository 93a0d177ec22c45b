import { Command, Option } from 'commander';
import { type Role, ROLES } from '../common/access/index.js';
import { asOperator, print } from './as-operator.js';

/** `npm run cli -- people …`: gives access to the first person of an account, and after a forgotten password. */
export function peopleCommand(): Command {
  const people = new Command('people').description('People who sign in to the studio');
  people
    .command('invite')
    .description('invite somebody to an account and print the link; it is shown this once')
    .argument('<email>', 'e-mail address of the person')
    .requiredOption('--account <id>', 'account of the person')
    .addOption(new Option('--role <role>', 'what they may do').choices(ROLES).default('owner'))
    .action((email: string, { account, role }: { account: string; role: Role }) =>
      asOperator(async (operator) => print(await operator.invite(account, { email, role }))),
    );
  people
    .command('sign-in-link')
    .description('print a link that signs a person in once')
    .argument('<email>', 'e-mail address of the person')
    .option('--account <id>', 'account of the person, where several have one of that address')
    .action((email: string, { account }: { account?: string }) =>
      asOperator(async (operator) => print(await operator.signInLink(email, account))),
    );
  people
    .command('list')
    .description('print the people of an account')
    .requiredOption('--account <id>', 'account of the people')
    .action(({ account }: { account: string }) =>
      asOperator(async (operator) => print(await operator.listPeople(account))),
    );
  return people;
}
