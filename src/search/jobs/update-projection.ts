// Keeps the search projection up to date with the events: slightly behind, and further behind under heavy payment load.
import type { Projection } from '../ports/search.ts'

export interface ProjectionUpdateOptions {
  /** Yields to other work: resolves when this job may continue. `workedMs` is the duration of the last step. */
  readonly rest: (workedMs: number) => Promise<void>
  readonly isStopped: () => boolean
  /** After this long, wake-ups that came meanwhile are processed; every merchant has had a turn by then. */
  readonly turnMs: number
  readonly onError: (error: unknown, merchantId: string) => void
}

/** How many entries were processed, and whose feeds have more. */
export interface ProjectionUpdateResult {
  readonly taken: number
  readonly stillBehind: readonly string[]
}

/** Merchants per poll. */
const merchantsMax = 100
/** Entries per commit: few, so that other work need not wait for them. */
const entriesMax = 100

/** With names, for these merchants only. */
export async function updateProjection(
  named: ReadonlySet<string> | undefined,
  { projection }: { readonly projection: Pick<Projection, 'catchUp' | 'merchantsBehind'> },
  options: ProjectionUpdateOptions,
): Promise<ProjectionUpdateResult> {
  const endMs = performance.now() + options.turnMs
  let taken = 0
  let behind: readonly string[] = [...(named ?? (await projection.merchantsBehind(merchantsMax)))]
  // In turns: one merchant's long queue does not delay the others.
  do {
    const stillBehind: string[] = []
    for (const merchantId of behind) {
      if (options.isStopped()) return { taken, stillBehind: [] }
      const entries = await updateMerchantProjection(merchantId, projection, options)
      taken += entries
      if (entries === entriesMax) stillBehind.push(merchantId)
    }
    behind = stillBehind
  } while (behind.length > 0 && performance.now() < endMs)
  return { taken, stillBehind: behind }
}

async function updateMerchantProjection(
  merchantId: string,
  projection: Pick<Projection, 'catchUp'>,
  { rest, onError }: ProjectionUpdateOptions,
): Promise<number> {
  const beganMs = performance.now()
  try {
    const entries = await projection.catchUp(merchantId, entriesMax)
    if (entries === 'LOCKED') return 0
    if (entries > 0) await rest(performance.now() - beganMs)
    return entries
  } catch (error) {
    // A failure for one merchant does not affect the others.
    onError(error, merchantId)
    return 0
  }
}
