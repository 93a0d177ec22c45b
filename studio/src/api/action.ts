import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useToasts } from '../ui/toast.js';

interface ActionOptions<T> {
  /** Queries to invalidate afterwards. */
  readonly changes?: readonly (readonly unknown[])[];
  /** Success message. */
  readonly said?: string | ((result: T) => string);
  /** Set if the caller shows errors itself. */
  readonly quiet?: boolean;
}

/** A user action: invalidates the queries that it changed, and reports success or failure. */
export function useAction<Input, T>(act: (input: Input) => Promise<T>, options: ActionOptions<T> = {}) {
  const queries = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: act,
    onSuccess: async (result) => {
      const { said } = options;
      if (said !== undefined) toasts.done(typeof said === 'string' ? said : said(result));
      await Promise.all((options.changes ?? []).map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
    onError: (error) => {
      if (options.quiet !== true) toasts.failed(error);
    },
  });
}
