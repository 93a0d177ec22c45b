// Runs in the service's process.
import type { INestApplication } from '@nestjs/common';
import { Passwords } from '../../src/auth/sessions/passwords.js';

type Derive = (password: string, salt: Buffer, cost: object) => Promise<Buffer>;

const costs = new Map<string, object[]>();
let unwatch = (): void => undefined;

/** Records which passwords are hashed, at which cost. */
export function watchPasswords(app: INestApplication): void {
  const passwords = app.get<Passwords, { derive: Derive }>(Passwords, { strict: false });
  const { derive } = passwords;
  passwords.derive = (password, salt, cost) => {
    costs.set(password, [...(costs.get(password) ?? []), cost]);
    return derive.call(passwords, password, salt, cost);
  };
  unwatch = () => (passwords.derive = derive);
}

export const stopWatching = (): void => unwatch();

/** The cost of each hash of a password. */
export const costsOf = (_app: INestApplication, password: string): readonly object[] =>
  costs.get(password) ?? [];
