import { Injectable } from '@nestjs/common';
import { InstanceKeys } from './instance-keys.js';
import type { SecretBox } from './secret-box.js';

/** A column with sealed values. Names are inserted into statements unquoted, so they must come from code. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The columns that identify a row; their values, joined by `/`, are the context that a value was sealed with. */
  readonly idColumns: readonly string[];
  readonly purpose: string;
}

/** Registry of all sealed columns, so that a changed instance secret is applied to each of them. */
@Injectable()
export class SealedColumns {
  private readonly named: SealedColumn[] = [];

  constructor(private readonly keys: InstanceKeys) {}

  /** The box that seals and opens the values of these columns. */
  box(purpose: string, table: string, idColumns: readonly string[], ...columns: string[]): SecretBox {
    this.named.push(...columns.map((column) => ({ table, column, idColumns, purpose })));
    return this.keys.secretBox(purpose);
  }

  all(): readonly SealedColumn[] {
    return this.named;
  }
}
