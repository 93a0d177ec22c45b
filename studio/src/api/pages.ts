import { useInfiniteQuery } from '@tanstack/react-query';

interface PageOf<Row> {
  readonly rows: readonly Row[];
  readonly next: string | undefined;
}

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
    ...(options.refetchMs !== undefined && { refetchInterval: options.refetchMs }),
  });
  return {
    data: query.data?.pages.flatMap(({ rows }) => rows),
    error: query.error,
    refetch: query.refetch,
    more: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    isReadingMore: query.isFetchingNextPage,
  };
}
