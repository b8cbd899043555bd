// Concurrent pieces of work that may fail independently: failures are reported and retried later.

export type OnError = (error: unknown) => void

export const ignore: OnError = () => undefined

/** How many succeeded by their own result. */
export function countSettled(results: readonly PromiseSettledResult<boolean>[], onError: OnError): number {
  for (const result of results) if (result.status === 'rejected') onError(result.reason)
  return results.filter((result) => result.status === 'fulfilled' && result.value).length
}
