// What happens between the commit of an attempt and that of its outcome.
import { StoreOverloaded } from '../../ports/payments/store.ts'

/**
 * Once an attempt is recorded, the response is never SERVER_BUSY, which means that nothing was done: the acquirer may
 * have received the request. Sending the same ids again returns the recorded outcome.
 */
export async function afterRecording<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof StoreOverloaded)) throw error
    throw new Error('the outcome of a recorded attempt is not known', { cause: error })
  }
}
