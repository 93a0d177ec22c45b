import { Injectable } from '@nestjs/common';

/** A column with sealed values. Names go into statements as they are, and come from code only. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The columns that identify a row; joined by `/`, their values are the context that a value was sealed with. */
  readonly idColumns: readonly string[];
  readonly purpose: string;
}

/** Registry of all sealed columns, so that a changed instance secret reaches each of them. */
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
