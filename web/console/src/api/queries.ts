// Reading and changing through TanStack Query; what is kept is known by the path and query it was read with.
import {
  keepPreviousData,
  QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type Query, type ServiceCall, send } from './client.ts'
import type { Jsonified } from './json.ts'
import { ApiProblem } from './problem.ts'

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // Without a network a request fails with a message instead of waiting.
        networkMode: 'always',
        // A refusal stays one; only what did not arrive, or came at a bad moment, is worth another try.
        retry: (count, error) => count < 2 && error instanceof ApiProblem && [0, 500, 503].includes(error.status),
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

export function queryKey(path: string, query: Query = {}): readonly [string, Query] {
  return [path, query]
}

interface ReadOptions {
  readonly isWanted?: boolean
  /** Reads again so often, while the window is seen. */
  readonly everyMs?: number
  /** Shows what was there until the next page or filter has come. */
  readonly keepsPrevious?: boolean
}

/** Reads a service: const { data, error, isPending } = useRead<OrderDetailsBody>(path`/merchants/${id}/orders/${orderId}`) */
export function useRead<Body>(
  path: string,
  query: Query = {},
  reading: ReadOptions = {},
): UseQueryResult<Jsonified<Body>> {
  const { isWanted = true, everyMs, keepsPrevious = false } = reading
  return useQuery<Jsonified<Body>>({
    queryKey: queryKey(path, query),
    queryFn: ({ signal }) => send<Body>({ method: 'GET', path, query, signal }),
    enabled: isWanted,
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
    ...(keepsPrevious && { placeholderData: keepPreviousData as never }),
  })
}

interface ChangeOptions<Body, Given> {
  /** What was read below these paths is read again. */
  readonly refreshes?: readonly string[]
  readonly onDone?: (answer: Jsonified<Body>, input: Given) => void
}

/** Changes something: const capture = useChange((amount: string) => ({ method: 'POST', path, body: { amount } }), ...) */
export function useChange<Body = void, Given = void>(
  callOf: (input: Given) => ServiceCall,
  { refreshes = [], onDone }: ChangeOptions<Body, Given> = {},
): UseMutationResult<Jsonified<Body>, Error, Given> {
  const refresh = useRefresh()
  return useMutation<Jsonified<Body>, Error, Given>({
    mutationFn: (input) => send<Body>(callOf(input)),
    onSuccess: (answer, input) => {
      refresh(...refreshes)
      onDone?.(answer, input)
    },
  })
}

/** Reads everything at and below these paths again. */
export function useRefresh(): (...paths: readonly string[]) => void {
  const client = useQueryClient()
  return (...paths) => {
    void client.invalidateQueries({
      predicate: ({ queryKey: [read] }) =>
        typeof read === 'string' && paths.some((each) => read === each || read.startsWith(`${each}/`)),
    })
  }
}
