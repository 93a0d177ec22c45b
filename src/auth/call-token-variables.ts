import { Injectable } from '@nestjs/common';
import { SealedColumns, type SecretBox } from '../common/secrets/index.js';
import type { CallToken } from '../generated/prisma/client.js';

type Variables = Readonly<Record<string, unknown>>;

/** Encrypts caller data that a backend put into a token, so that a copy of the database reveals no names or numbers. */
@Injectable()
export class CallTokenVariables {
  private readonly box: SecretBox;

  constructor(columns: SealedColumns) {
    this.box = columns.box('call-token-variables', 'call_tokens', ['id'], 'variables_sealed');
  }

  /** @returns undefined without variables */
  seal(callTokenId: string, variables: Variables): string | undefined {
    if (Object.keys(variables).length === 0) return undefined;
    return this.box.seal(JSON.stringify(variables), callTokenId);
  }

  /** Tokens of earlier versions store variables in plain text until they expire. */
  open({ id, variables, variablesSealed }: CallToken): Variables {
    return (
      variablesSealed === null ? variables : JSON.parse(this.box.open(variablesSealed, id))
    ) as Variables;
  }
}
