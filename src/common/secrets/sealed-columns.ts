import { Injectable } from '@nestjs/common';

/**
 * A column of the database with values that a `SecretBox` sealed. All names are ours and are put into statements as
 * they are.
 */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The columns that identify a row; their values, joined by `/`, are the context that a value was sealed with. */
  readonly idColumns: readonly string[];
  /** The purpose that the box was made for. */
  readonly purpose: string;
}

/**
 * All columns with sealed values, as the rooms that own them name them, so that a changed instance secret reaches
 * every one.
 */
@Injectable()
export class SealedColumns {
  private readonly named: SealedColumn[] = [];

  name(...columns: readonly SealedColumn[]): void {
    this.named.push(...columns);
  }

  all(): readonly SealedColumn[] {
    return this.named;
  }
}
