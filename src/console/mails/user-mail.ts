// E-mails to users: a code, the news of a changed address, an alert, a daily summary, what waits for people. None
// has a secret but the code.
import {
  type Alert,
  type AlertAction,
  type AlertChange,
  alertActions,
  alertChanges,
  alertFacts,
  alertLinkId,
  alertValueText,
} from '../../audit/index.ts'
import { operatorMerchantId } from '../../kernel/user.ts'
import type { MailMessage } from '../../platform/mail/mail.ts'
import {
  type AttentionFacts,
  type AttentionSubject,
  emailCodeValidMinutes,
  type UserMailFacts,
  type UserMailFrame,
  type UserPreferences,
} from '../../users/index.ts'
import { ar } from './texts/ar.ts'
import { de } from './texts/de.ts'
import { en } from './texts/en.ts'
import { es } from './texts/es.ts'
import { fr } from './texts/fr.ts'
import type { UserMailTexts } from './texts/user-mail-texts.ts'

const changesMax = 20

export function userMail(
  facts: UserMailFacts,
  { language, consoleUrl }: UserMailFrame,
): Pick<MailMessage, 'fromName' | 'subject' | 'text'> {
  const texts = userMailTexts[language]
  const { subject, lines, page } = contentOf(facts, texts)
  const text = [...lines, '', texts.open, `${consoleUrl}${page}`, ''].join('\n')
  return { fromName: 'Tollgate', subject, text }
}

interface MailContent {
  readonly subject: string
  readonly lines: readonly string[]
  /** The console's page about it. */
  readonly page: string
}

function contentOf(facts: UserMailFacts, texts: UserMailTexts): MailContent {
  switch (facts.kind) {
    case 'CODE': {
      const { subject, text, unexpected } = texts.code
      const minutes = String(emailCodeValidMinutes)
      const lines = [fill(text, { login: facts.login, minutes }), '', facts.code, '', unexpected]
      return { subject, lines, page: '/account' }
    }
    case 'ADDRESS_CHANGED': {
      const { subject, text, unexpected } = texts.addressChanged
      const { login, actor, at } = facts
      const lines = [fill(text, { login, actor: alertValueText(actor), time: timeText(at) }), '', unexpected]
      return { subject, lines, page: '/account' }
    }
    case 'ALERT': {
      const { alert } = facts
      const subject = fill(texts.alert.subject, { action: texts.actions[alert.action] })
      return { subject, lines: alertLines(alert, texts), page: '/alerts' }
    }
    case 'SUMMARY':
      return summaryContent(facts, texts)
    case 'ATTENTION':
      return attentionContent(facts, texts)
  }
}

const attentionPages: Readonly<Record<AttentionSubject, string>> = {
  MONEY_AT_RISK: '/money-at-risk',
  PARKED_NOTIFICATIONS: '/deliveries?state=PARKED',
  OVERDUE_DISPUTES: '/disputes',
}

const namesMax = 10

function attentionContent(
  { subject: about, isToOperator, merchants, orderIds }: AttentionFacts,
  texts: UserMailTexts,
): MailContent {
  const { subject, text, merchant, operator } = texts.attention[about]
  const total = merchants.reduce((sum, { count }) => sum + count, 0)
  const names = isToOperator
    ? merchants.slice(0, namesMax).map(({ merchantId, count }) => `${merchantId}: ${count}`)
    : orderIds.slice(0, namesMax).map(alertValueText)
  const left = (isToOperator ? merchants.length : total) - names.length
  const [first] = merchants
  // The operator's page of all merchants, where there is one.
  const ofMerchant = isToOperator && about === 'MONEY_AT_RISK' ? '' : `/merchants/${first?.merchantId ?? ''}`
  return {
    subject: fill(subject, { count: String(total) }),
    lines: [
      text,
      isToOperator ? operator : merchant,
      '',
      `${isToOperator ? texts.merchants : texts.orders}:`,
      ...names,
      ...(left > 0 ? [fill(texts.alert.more, { count: String(left) })] : []),
    ],
    page: `${ofMerchant}${attentionPages[about]}`,
  }
}

function summaryContent(
  { summary: { from, until, counts }, alerts }: Extract<UserMailFacts, { readonly kind: 'SUMMARY' }>,
  texts: UserMailTexts,
): MailContent {
  const countOf = (action: AlertAction) => counts[action] ?? 0
  const total = alertActions.reduce((sum, action) => sum + countOf(action), 0)
  const reported = alertActions.filter((action) => countOf(action) > 0)
  const left = total - alerts.length
  return {
    subject: fill(texts.summary.subject, { count: String(total) }),
    lines: [
      fill(texts.summary.text, { from: timeText(from), until: timeText(until) }),
      '',
      ...reported.map((action) => `${countOf(action)} × ${texts.actions[action]}`),
      ...alerts.flatMap((alert) => ['', '--', texts.actions[alert.action], ...alertLines(alert, texts)]),
      ...(left > 0 ? ['', '--', fill(texts.alert.more, { count: String(left) })] : []),
    ],
    page: `/alerts?kind=SUMMARY&from=${from.toISOString()}&to=${until.toISOString()}`,
  }
}

function alertLines({ merchantId, at, actor, subject, isWeakening }: Alert, texts: UserMailTexts): readonly string[] {
  const { time, user, merchant, link, weakened, changes: title, more, none } = texts.alert
  const linkId = alertLinkId(subject)
  const changes = alertChanges(subject)
  const left = changes.length - changesMax
  return [
    `${time}: ${timeText(at)}`,
    `${user}: ${alertValueText(actor)}`,
    ...(merchantId === operatorMerchantId ? [] : [`${merchant}: ${merchantId}`]),
    ...(linkId === undefined ? [] : [`${link}: ${alertValueText(linkId)}`]),
    ...alertFacts(subject).map(([name, value]) => `${alertValueText(name)}: ${alertValueText(value) || none}`),
    ...(isWeakening ? [weakened] : []),
    ...(changes.length === 0 ? [] : ['', `${title}:`]),
    ...changes.slice(0, changesMax).map((change) => changeLine(change, texts)),
    ...(left > 0 ? [fill(more, { count: String(left) })] : []),
  ]
}

function changeLine({ name, before, after }: AlertChange, { alert: { none } }: UserMailTexts): string {
  const shown = (value: unknown) => alertValueText(value) || none
  return `${alertValueText(name)}: ${shown(before)} → ${shown(after)}`
}

/** The same for every reader: e-mails are forwarded. */
function timeText(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

/** The texts of e-mails to users, by language. */
type UserLanguage = NonNullable<UserPreferences['language']>

export const userMailTexts: Readonly<Record<UserLanguage, UserMailTexts>> = { en, de, es, fr, ar }
