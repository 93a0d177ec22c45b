import { useInfiniteQuery } from '@tanstack/react-query';

interface PageOf<Row> {
  readonly rows: readonly Row[];
  readonly next: string | undefined;
}

const MOST_REFETCHED = 3;

/** A list that is read page by page, newest first. */
export function usePages<Row>(
  key: readonly unknown[],
  read: (cursor: string | undefined) => Promise<PageOf<Row>>,
  options: { readonly refetchMs?: number } = {},
) {
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: '',
    queryFn: ({ pageParam }) => read(pageParam === '' ? undefined : pageParam),
    getNextPageParam: (last) => last.next,
    // Who has gone on reads what was; all of it again would be a request a page.
    refetchInterval: ({ state }) =>
      (state.data?.pages.length ?? 0) > MOST_REFETCHED ? false : (options.refetchMs ?? false),
  });
  return {
    data: query.data?.pages.flatMap(({ rows }) => rows),
    error: query.error,
    refetch: query.refetch,
    /** Why the next page could not be read. */
    moreError: query.isFetchNextPageError ? query.error : undefined,
    more: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    isReadingMore: query.isFetchingNextPage,
  };
}
