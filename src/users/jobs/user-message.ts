// The e-mail for a row of the queue of e-mails to users. What it says is read when it is sent, and so is whether it may still be sent.

import { operatorMerchantId } from '../../kernel/user.ts'
import type { MailMessage } from '../../platform/mail/mail.ts'
import type { UserDependencies } from '../dependencies.ts'
import type { QueuedUserMail, UserMailFacts, UserMailFrame } from '../ports/user-emails.ts'
import type { AttentionSubject } from '../rules/attention.ts'

export type UserMailRenderer = (
  facts: UserMailFacts,
  frame: UserMailFrame,
) => Pick<MailMessage, 'fromName' | 'subject' | 'text'>

type UserMailDependencies = Pick<UserDependencies, 'alerts' | 'attention' | 'userEmails' | 'preferences' | 'addresses'>

/** In the e-mail; the console has all of them. */
const summaryAlertsMax = 30
/** Orders, or merchants. */
const attentionNamesMax = 10

/** Undefined when a code has been replaced or has expired, and when alerts no longer go to the address. */
export async function userMessage(
  mail: QueuedUserMail,
  render: UserMailRenderer,
  dependencies: UserMailDependencies,
): Promise<MailMessage | undefined> {
  const facts = await factsOf(mail, dependencies)
  if (!facts) return undefined
  const { merchantId, login, emailId, recipient, createdAt } = mail
  const { language = 'en' } = await dependencies.preferences.find({ merchantId, login })
  const consoleUrl = `${dependencies.addresses.publicUrl()}/console`
  return { ...render(facts, { language, consoleUrl }), to: recipient, id: emailId, at: createdAt }
}

async function factsOf(mail: QueuedUserMail, dependencies: UserMailDependencies): Promise<UserMailFacts | undefined> {
  const { kind, merchantId, login, emailId, recipient: address, createdAt } = mail
  switch (kind) {
    case 'CODE': {
      const code = await dependencies.userEmails.codeFor({ merchantId, login }, { emailId, address })
      return code === undefined ? undefined : { kind, login, code }
    }
    case 'ADDRESS_CHANGED':
      return { kind, login, actor: mail.details.actor, at: createdAt }
    case 'ALERT': {
      const alert = (await isRecipient(mail, dependencies)) ? await dependencies.alerts.find(mail.details) : undefined
      return alert && { kind, alert }
    }
    case 'SUMMARY': {
      if (!(await isRecipient(mail, dependencies))) return undefined
      const [from, until] = [new Date(mail.details.from), new Date(mail.details.until)]
      const counts = await dependencies.alerts.countForSummary({ from, until })
      const page = await dependencies.alerts.list({ kind: 'SUMMARY', from, to: until }, { limit: summaryAlertsMax })
      return { kind, summary: { from, until, counts }, alerts: page?.rows ?? [] }
    }
    case 'ATTENTION':
      return (await isRecipient(mail, dependencies))
        ? attentionFacts(mail.merchantId, mail.details.subject, dependencies)
        : undefined
  }
}

/** Undefined when nothing waits any more. */
async function attentionFacts(
  ownerId: string,
  subject: AttentionSubject,
  { attention }: UserMailDependencies,
): Promise<UserMailFacts | undefined> {
  const isToOperator = ownerId === operatorMerchantId
  const merchants: { readonly merchantId: string; readonly count: number }[] = []
  const orderIds: string[] = []
  for (const merchantId of isToOperator ? await attention.listMerchants(subject) : [ownerId]) {
    const waiting = await attention.waitingOf(merchantId, subject, attentionNamesMax)
    if (waiting.count > 0) merchants.push({ merchantId, count: waiting.count })
    if (!isToOperator) orderIds.push(...waiting.orderIds)
  }
  return merchants.length === 0 ? undefined : { kind: 'ATTENTION', subject, isToOperator, merchants, orderIds }
}

async function isRecipient(
  { merchantId, login, recipient }: QueuedUserMail,
  { userEmails }: Pick<UserDependencies, 'userEmails'>,
): Promise<boolean> {
  const recipients = await userEmails.alertRecipients(merchantId)
  return recipients.some((each) => each.login === login && each.address === recipient)
}
