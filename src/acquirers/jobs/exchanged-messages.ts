// Writes the messages exchanged with acquirers, and deletes them and the counts of their response codes when their time is over.

import type { Clock } from '../../kernel/clock.ts'
import type { ExchangedMessages } from '../ports/exchanged-messages.ts'
import type { LinkResponses } from '../ports/link-responses.ts'

const pageSize = 1_000
const dayMs = 24 * 60 * 60 * 1_000
/** Limits how long one deletion keeps the database busy. */
const pagesPerRun = 50
const responseDays = 90
const endOfTime = new Date('9999-01-01T00:00:00Z')

interface OldMessageDependencies {
  readonly exchangedMessages: Pick<ExchangedMessages, 'dropMonthsBefore' | 'deleteBefore'>
  readonly linkResponses: Pick<LinkResponses, 'deleteBefore'>
  readonly clock: Pick<Clock, 'now'>
}

export async function deleteOldMessages(
  { exchangedMessages, linkResponses, clock }: OldMessageDependencies,
  { days }: { readonly days: number },
): Promise<void> {
  const daysAgo = (count: number) => new Date(clock.now().getTime() - count * dayMs)
  // Zero days keep none, also of the months to come.
  const before = days === 0 ? endOfTime : daysAgo(days)
  await exchangedMessages.dropMonthsBefore(before)
  await deletePages((limit) => exchangedMessages.deleteBefore(before, limit))
  await deletePages((limit) => linkResponses.deleteBefore(daysAgo(responseDays), limit))
}

async function deletePages(deletePage: (limit: number) => Promise<number>): Promise<void> {
  for (let page = 0; page < pagesPerRun; page += 1) if ((await deletePage(pageSize)) < pageSize) return
}

/** A run ends, so that the process can stop; the next one continues. */
const batchesPerRun = 50

/**
 * Writes what was exchanged with acquirers, batch by batch, with pauses that grow while the process is busy with
 * payments.
 */
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
