import { Command } from 'commander';
import { asOperator, print } from './as-operator.js';

/** `npm run cli -- quotas …`: what an account may have and do. */
export function quotasCommand(): Command {
  const quotas = new Command('quotas').description('Limits of an account');
  quotas
    .command('list')
    .description('print the quotas of an account')
    .argument('<accountId>', 'the account')
    .action((accountId: string) =>
      asOperator(async (operator) => print(await operator.listQuotas(accountId))),
    );
  quotas
    .command('set')
    .description('set a quota of an account, on all instances; print all its quotas')
    .argument('<accountId>', 'the account')
    .argument('<name>', 'the quota, as `quotas list` names it')
    .argument('<value>', 'a whole number', Number)
    .action((accountId: string, name: string, value: number) =>
      asOperator(async (operator) => print(await operator.setQuota(accountId, name, value))),
    );
  quotas
    .command('reset')
    .description('reset a quota of an account to its default; print all its quotas')
    .argument('<accountId>', 'the account')
    .argument('<name>', 'the quota')
    .action((accountId: string, name: string) =>
      asOperator(async (operator) => print(await operator.setQuota(accountId, name, undefined))),
    );
  return quotas;
}
