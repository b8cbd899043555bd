// Writes what was exchanged with acquirers, batch by batch, with pauses that grow while the process is busy with payments.
import type { ExchangedMessages } from '../ports/exchanged-messages.ts'

/** A run ends, so that the process can stop; the next one continues. */
const batchesPerRun = 50

export async function writeMessages(
  { exchangedMessages }: { readonly exchangedMessages: Pick<ExchangedMessages, 'flush'> },
  rest: (workedMs: number) => Promise<void>,
): Promise<void> {
  for (let batch = 0; batch < batchesPerRun; batch += 1) {
    const startedMs = performance.now()
    if ((await exchangedMessages.flush()) === 0) return
    await rest(performance.now() - startedMs)
  }
}
