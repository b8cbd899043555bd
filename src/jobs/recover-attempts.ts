// Brings abandoned attempts to an outcome: those a crash or a pause left in flight, and those whose outcome was open.
// It never asks for the payment again; it asks what became of it.
import type { Ports } from '../operations/call.ts'
import { outcomeOf } from '../operations/steps/settle.ts'
import type { AcquirerReply } from '../ports/acquirer.ts'
import type { StoredTransaction } from '../ports/store.ts'

const batchSize = 50
/** Nobody else takes a claimed attempt for this long; one we fail to settle is tried again after it. */
const leaseMs = 10_000

type RecoveryPorts = Pick<Ports, 'store' | 'acquirers' | 'clock' | 'patience'>

/** Returns how many attempts were brought to an outcome. */
export async function recoverAttempts(ports: RecoveryPorts): Promise<number> {
  const overdue = await ports.store.claimOverdue(batchSize, leaseMs)
  const settled = await Promise.allSettled(overdue.map((transaction) => recover(transaction, ports)))
  return settled.filter((result) => result.status === 'fulfilled' && result.value).length
}

async function recover(abandoned: StoredTransaction, ports: RecoveryPorts): Promise<boolean> {
  const { store, acquirers, clock, patience } = ports
  const { key, link, acquirerReference: reference, claim } = abandoned
  const acquirer = acquirers.of(link)
  const fate = await acquirer?.inquire({ acquirerMerchantId: link.acquirerMerchantId, reference })
  if (!fate || fate.kind === 'noAnswer') return false
  const stored = await store.findOrder(key)
  if (!stored) return false
  // The deadline is longer than a message can be under way, so what the acquirer does not know it never got.
  const reply: AcquirerReply = fate.kind === 'notFound' ? { kind: 'noAnswer' } : fate
  const attempt = { ...abandoned, at: abandoned.recordedAt }
  const outcome = outcomeOf(reply, { attempt, order: stored.order, claim, at: clock.now(), patience })
  return (await store.recordOutcome(outcome)) === 'RECORDED'
}
