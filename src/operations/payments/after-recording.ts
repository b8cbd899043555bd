// What happens between the commit of an attempt and that of its outcome.
import { StoreOverloaded } from '../../ports/payments/store.ts'

/**
 * Once an attempt is recorded, nobody is told that the gateway had no time for it: somebody outside may have heard of it, and
 * busy means that nothing was done. The same ids sent again give the truth.
 */
export async function afterRecording<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof StoreOverloaded)) throw error
    throw new Error('the outcome of a recorded attempt is not known', { cause: error })
  }
}
