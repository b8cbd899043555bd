// Many pieces of work at once, of which each may fail by itself: what failed is reported and tried again later.

export type OnError = (error: unknown) => void

export const ignore: OnError = () => undefined

/** How many came to the end that they say they came to. */
export function countSettled(results: readonly PromiseSettledResult<boolean>[], onError: OnError): number {
  for (const result of results) if (result.status === 'rejected') onError(result.reason)
  return results.filter((result) => result.status === 'fulfilled' && result.value).length
}
