import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useToasts } from '../ui/toast.js';

interface ActionOptions<T> {
  /** Queries that show something else afterwards. */
  readonly changes?: readonly (readonly unknown[])[];
  /** Said when it is done. */
  readonly said?: string | ((result: T) => string);
  /** Where the caller shows errors itself. */
  readonly quiet?: boolean;
}

/** Something that a person does: reads anew what it changed, and says that it is done or why not. */
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
