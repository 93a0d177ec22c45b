import type { Overrides } from '../../common/config/index.js';
import type { ProcessLoad } from './process-load.js';
import type { Addresses } from './running.js';

/** An error passed between processes, with the details to explain it to the operator. */
export interface PlainError {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly syscall?: string;
  readonly address?: string;
  readonly port?: number;
  readonly path?: string;
}

export type ToPrimary =
  | { readonly kind: 'ready'; readonly addresses: Addresses }
  | { readonly kind: 'failed'; readonly error: PlainError }
  /** Everything is closed: the process can be killed. */
  | { readonly kind: 'stopped'; readonly exitCode: number }
  | ({ readonly kind: 'load' } & ProcessLoad)
  | { readonly kind: 'metrics-wanted'; readonly id: number }
  /** From prom-client's registry. */
  | { readonly kind: 'metrics'; readonly id: number; readonly metrics: object };

/** Messages to a process about the instance's other processes. */
export type NewsForProcess =
  | { readonly kind: 'others-load'; readonly others?: ProcessLoad }
  | { readonly kind: 'metrics-asked'; readonly id: number }
  | { readonly kind: 'metrics-of-all'; readonly id: number; readonly metrics: readonly object[] };

export type ToProcess =
  /** Sent first. `number`: this process's number, counted from 1. */
  | {
      readonly kind: 'start';
      readonly number: number;
      readonly environment: Readonly<Record<string, string | undefined>>;
      readonly overrides: Overrides;
    }
  /** Accompanies a socket accepted at the shared port. */
  | { readonly kind: 'connection' }
  | { readonly kind: 'stop' }
  | NewsForProcess;

export function plainError(error: unknown): PlainError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message, code, syscall, address, port, path } = error as Error & PlainError;
  return { name, message, code, syscall, address, port, path };
}

export const errorOf = (plain: PlainError): Error => Object.assign(new Error(plain.message), plain);
