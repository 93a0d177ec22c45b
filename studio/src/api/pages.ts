import { useInfiniteQuery } from '@tanstack/react-query';

interface PageOf<Row> {
  readonly rows: readonly Row[];
  readonly next: string | undefined;
}

/** How often the list is read again; false: not. It may depend on what it has. */
export type RefetchMs<Row> = number | ((rows: readonly Row[]) => number | false);

const MOST_REFETCHED = 3;

/** A paginated list, newest first. */
export function usePages<Row>(
  key: readonly unknown[],
  read: (cursor: string | undefined) => Promise<PageOf<Row>>,
  options: { readonly refetchMs?: RefetchMs<Row> } = {},
) {
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: '',
    queryFn: ({ pageParam }) => read(pageParam === '' ? undefined : pageParam),
    getNextPageParam: (last) => last.next,
    // No refetching after scrolling: it would take one request per page.
    refetchInterval: ({ state }) => {
      const { refetchMs = false } = options;
      const pages = state.data?.pages ?? [];
      if (pages.length > MOST_REFETCHED) return false;
      return typeof refetchMs === 'function' ? refetchMs(pages.flatMap(({ rows }) => rows)) : refetchMs;
    },
  });
  return {
    data: query.data?.pages.flatMap(({ rows }) => rows),
    error: query.error,
    refetch: query.refetch,
    /** Why the next page could not be loaded. */
    moreError: query.isFetchNextPageError ? query.error : undefined,
    more: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    isReadingMore: query.isFetchingNextPage,
  };
}
