// Keeps what people search up with what has happened: a moment behind, and further behind while payments need the machine.
import type { Projection } from '../../ports/search/search.ts'

export interface ProjectionUpdateOptions {
  /** Lets others work: resolves when it is our turn again. `workedMs` is what the last step took. */
  readonly rest: (workedMs: number) => Promise<void>
  readonly isStopped: () => boolean
  /** After this long, who has called meanwhile is heard; everybody has had a turn by then. */
  readonly turnMs: number
  readonly onError: (error: unknown, merchantId: string) => void
}

/** How many entries were taken in, and whose feeds go on. */
export interface ProjectionUpdateResult {
  readonly taken: number
  readonly stillBehind: readonly string[]
}

/** Merchants that one look finds. */
const merchantsMax = 100
/** Entries of one commit: few, since nobody is to wait for them. */
const entriesMax = 100

/** With names, of these merchants only. */
export async function updateProjection(
  named: ReadonlySet<string> | undefined,
  { projection }: { readonly projection: Pick<Projection, 'catchUp' | 'merchantsBehind'> },
  options: ProjectionUpdateOptions,
): Promise<ProjectionUpdateResult> {
  const endMs = performance.now() + options.turnMs
  let taken = 0
  let behind: readonly string[] = [...(named ?? (await projection.merchantsBehind(merchantsMax)))]
  // Turn by turn, so that one merchant's long queue keeps nobody waiting.
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
    if (entries === 'BUSY') return 0
    if (entries > 0) await rest(performance.now() - beganMs)
    return entries
  } catch (error) {
    // One merchant's trouble is not the others'.
    onError(error, merchantId)
    return 0
  }
}
