// Queues e-mails to users of merchants and of the operator about what waits for people. Each audience is informed once about each item, and at
// most once an hour about a subject. What the e-mail says is read when it is sent.

import { operatorMerchantId } from '../../kernel/user.ts'
import {
  type AttentionAudience,
  type AttentionSubject,
  attentionAudiences,
  attentionPauseMs,
  attentionSubjects,
} from '../../users/rules/attention.ts'
import type { AlertDependencies } from '../dependencies.ts'

type AttentionPorts = Pick<AlertDependencies, 'attention' | 'userEmails' | 'userMails' | 'hasMailServer' | 'clock'>

/** Audiences are reminded of what still waits after this long. */
const remindedAfterDays = 30
const forgottenPerRun = 1_000
const dayMs = 24 * 3_600_000

/** Without a mail server nothing is marked: once there is one, users learn what waits then. */
export async function queueAttention(
  ports: AttentionPorts,
  onError: (error: unknown, merchantId?: string) => void,
): Promise<void> {
  if (!ports.hasMailServer) return
  const { attention, clock } = ports
  await attention.forget(new Date(clock.now().getTime() - remindedAfterDays * dayMs), forgottenPerRun)
  for (const subject of attentionSubjects) {
    const merchants = await attention.listMerchants(subject)
    for (const audience of attentionAudiences) await tellAll(merchants, { audience, subject }, ports, onError)
  }
}

interface Telling {
  readonly audience: AttentionAudience
  readonly subject: AttentionSubject
}

async function tellAll(
  merchants: readonly string[],
  { audience, subject }: Telling,
  ports: AttentionPorts,
  onError: (error: unknown, merchantId?: string) => void,
): Promise<void> {
  const { attention, clock } = ports
  const isRecent = (at: Date | undefined) => at !== undefined && clock.now().getTime() - at.getTime() < attentionPauseMs
  if (audience === 'OPERATOR' && isRecent(await attention.lastToOperator(subject))) return
  const untold: string[] = []
  for (const merchantId of merchants)
    try {
      const { hasNew, lastAt } = await attention.read({ merchantId, audience, subject })
      if (!hasNew || (audience === 'MERCHANT' && isRecent(lastAt))) continue
      if (audience === 'MERCHANT') await tell([merchantId], merchantId, { audience, subject }, ports)
      else untold.push(merchantId)
    } catch (error) {
      // The access rights of one merchant that are not as they were sealed do not keep others from being informed.
      onError(error, merchantId)
    }
  if (untold.length > 0) await tell(untold, operatorMerchantId, { audience, subject }, ports)
}

/** Queued before it is marked: a crash in between repeats it, and the e-mails of one hour have one id. */
async function tell(
  merchants: readonly string[],
  ownerId: string,
  { audience, subject }: Telling,
  { attention, userEmails, userMails, clock }: AttentionPorts,
): Promise<void> {
  const now = clock.now()
  await userMails.addAttention({ ownerId, subject }, await userEmails.alertRecipients(ownerId), now)
  for (const merchantId of merchants) await attention.markTold({ merchantId, audience, subject }, now)
}
