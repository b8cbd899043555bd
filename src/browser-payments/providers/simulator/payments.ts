// Payments on the providers' sites, in their books: begun, decided by the payer, confirmed by the merchant.

import { randomBytes } from 'node:crypto'
import type { Provider } from '../../../kernel/provider.ts'
import type { PayerAtProvider, PaymentConfirmation, PaymentInitiation, SendDeadline } from '../../../payments/index.ts'
import { elapsedMs } from '../../../platform/concurrency/elapsed-time.ts'
import { type Database, onConnection, prepared } from '../../../platform/postgres/database.ts'
import { offers, type Script, scriptOf, unknownBank } from './conventions.ts'
import {
  type CallbackMode,
  type PayerDecision,
  type PaymentPageDetails,
  type ProviderLine,
  type ProviderLineRow,
  providerLineFrom,
} from './provider-line.ts'

export interface ProviderLineKey {
  readonly provider: Provider
  readonly account: string
  readonly reference: string
}

export function newSiteToken(): string {
  return randomBytes(24).toString('hex')
}

/** The values that an entry which only records an early reversal takes from its request when that arrives. */
export const updatesOfRequest = (names: readonly string[]): string =>
  names.map((name) => `${name} = case when l.kind is null then excluded.${name} else l.${name} end`).join(', ')

const begun = [
  'kind',
  'currency',
  'amount_minor',
  'root_reference',
  'details',
  'course',
  'first_word',
  'confirmation',
  'site_token',
  'return_url',
  'callback_url',
  'started_at',
]

// An automatic outcome is reported when it is due; only an entry that is written for the first time adds callbacks.
const begin = prepared(
  'providers-begin',
  `with written as (
     insert into simulated_providers.line as l (provider, account, reference, asked, ${begun.join(', ')})
     values ($1, $2, $3, 1, $4, $5, $6, $3, $7, $8, $9, $10, $11, $12, $13, $14)
     on conflict (provider, account, reference) do update set asked = l.asked + 1, ${updatesOfRequest(begun)}
     returning *
   ), notified as (
     insert into simulated_providers.callback (provider, account, reference, url, due_at)
     select w.provider, w.account, w.reference, w.callback_url, w.started_at + s."afterMs" * interval '1 millisecond'
     from written w, jsonb_to_recordset(w.course) as s("afterMs" bigint)
     where w.asked = 1 and w.reversed_at is null and s."afterMs" > 0
   )
   select * from written`,
)

export async function beginPayment(
  database: Database,
  provider: Provider,
  { initiation, now, sendBefore }: { readonly initiation: PaymentInitiation; readonly now: Date } & SendDeadline,
): Promise<ProviderLine | 'NOT_SENT'> {
  const { acquirerMerchantId, reference, operation, confirmation, amountMinor, currency, returnUrl, callbackUrl } =
    initiation
  const script = initiationRefusal(provider, initiation) ?? scriptOf(initiation.orderReference)
  const statement = begin([
    provider,
    acquirerMerchantId,
    reference,
    operation,
    currency,
    String(amountMinor),
    JSON.stringify(pageDetailsFrom(initiation)),
    script ? JSON.stringify(script.course) : null,
    script?.firstWord ?? null,
    confirmation,
    // A payment that is decided at once has no page.
    script?.course[0]?.afterMs === 0 ? null : newSiteToken(),
    returnUrl,
    callbackUrl,
    now,
  ])
  return onConnection(database, async (client) => {
    if (elapsedMs() >= sendBefore) return 'NOT_SENT'
    const { rows } = await client.query<ProviderLineRow>(statement)
    return onlyProviderLine(rows)
  })
}

function pageDetailsFrom(initiation: PaymentInitiation): PaymentPageDetails {
  const { merchantName, orderId, orderReference, description, items, customerEmail, shipping, bankIdentifier } =
    initiation
  const { isShippingShown, isShippingFixed } = initiation
  return {
    merchantName,
    orderId,
    isShippingShown,
    isShippingFixed,
    orderReference,
    description,
    items,
    customerEmail,
    shipping,
    bankIdentifier,
  }
}

/** Requests that the provider refuses without showing a page, whatever a tester wants. */
function initiationRefusal(provider: Provider, initiation: PaymentInitiation): Script | undefined {
  const { operation, amountMinor, currency, bankIdentifier } = initiation
  const { currencies, minMinor = 1n, maxMinor = amountMinor } = offers[provider]
  if (provider !== 'PROVIDER_A' && operation === 'AUTHORIZE') return refused('NOT_SUPPORTED', '57', 'Not supported')
  if (!currencies.includes(currency)) return refused('NOT_SUPPORTED', '57', 'Currency not supported')
  if (amountMinor < minMinor || amountMinor > maxMinor) return refused('DECLINED', '13', 'Amount out of range')
  if (provider !== 'PROVIDER_B') return undefined
  const isBank = bankIdentifier !== undefined && /^\d{8}$/.test(bankIdentifier) && bankIdentifier !== unknownBank
  return isBank ? undefined : refused('DECLINED', '15', 'Bank not known')
}

function refused(gatewayCode: 'DECLINED' | 'NOT_SUPPORTED', acquirerCode: string, acquirerMessage: string): Script {
  return { course: [{ afterMs: 0, gatewayCode, acquirerCode, acquirerMessage }] }
}

const find = prepared(
  'providers-find',
  'select * from simulated_providers.line where provider = $1 and account = $2 and reference = $3 and kind is not null',
)

export async function findProviderLine(database: Database, key: ProviderLineKey): Promise<ProviderLine | undefined> {
  const { rows } = await database.query<ProviderLineRow>(find([key.provider, key.account, key.reference]))
  return rows[0] && providerLineFrom(rows[0])
}

const findByToken = prepared(
  'providers-find-by-token',
  'select * from simulated_providers.line where provider = $1 and site_token = $2',
)

/** The payment that a page is about. */
export async function findPayment(
  database: Database,
  { provider, siteToken }: { readonly provider: Provider; readonly siteToken: string },
): Promise<ProviderLine | undefined> {
  const { rows } = await database.query<ProviderLineRow>(findByToken([provider, siteToken]))
  return rows[0] && providerLineFrom(rows[0])
}

/** When an event is reported, as delays from now, by the tester's choice. */
export const callbackDelaysMs: Readonly<Record<CallbackMode, readonly number[]>> = {
  NORMAL: [0],
  BEFORE: [0],
  AFTER: [5_000],
  TWICE: [0, 2_000],
  NEVER: [],
}

const insertCallbacks = (from: string) => `insert into simulated_providers.callback
    (provider, account, reference, url, due_at)
  select w.provider, w.account, w.reference, w.callback_url, d.at from ${from} w, unnest($4::timestamptz[]) as d(at)`

/** A payer who has left a payment pending may come back and decide; any other decision is final. */
const decideText = prepared(
  'providers-decide',
  `with written as (
     update simulated_providers.line set decision = $3, decided_at = $5, callbacks = $6, chosen_shipping = $7
     where provider = $1 and reference = $2 and site_token is not null and reversed_at is null
       and (decision is null or decision = 'LEAVE' and $3 <> 'LEAVE')
     returning *
   ), notified as (${insertCallbacks('written')})
   select * from written`,
)

/** The payer's action on the page, and how it is reported to the gateway. */
export interface PayerChoice {
  readonly decision: PayerDecision
  /** The address that the payer has chosen there, where that is possible. */
  readonly shipping?: NonNullable<PayerAtProvider['shipping']>
  readonly callbacks?: CallbackMode
}

/** False when the payment does not exist, or is decided already. */
export async function writeDecision(
  database: Database,
  { provider, reference }: Pick<ProviderLineKey, 'provider' | 'reference'>,
  { choice, now }: { readonly choice: PayerChoice; readonly now: Date },
): Promise<boolean> {
  const { decision, shipping, callbacks = 'NORMAL' } = choice
  const { rows } = await database.query(
    decideText([
      provider,
      reference,
      decision,
      timesOf(callbacks, now),
      now,
      callbacks,
      shipping ? JSON.stringify(shipping) : null,
    ]),
  )
  return rows.length > 0
}

function timesOf(callbacks: CallbackMode, now: Date): readonly Date[] {
  return callbackDelaysMs[callbacks].map((ms) => new Date(now.getTime() + ms))
}

// A second confirmation, even of another amount, finds the first one and changes nothing.
const confirmText = prepared(
  'providers-confirm',
  `with written as (
     update simulated_providers.line set confirmed_at = $5, confirmed_minor = $6
     where provider = $1 and account = $2 and reference = $3 and currency = $7 and decision = 'APPROVE'
       and confirmation = 'CONFIRM_AT_MERCHANT' and course is null and reversed_at is null and confirmed_at is null
     returning *
   ), notified as (${insertCallbacks("(select * from written where callbacks <> 'NEVER')")})
   select from written`,
)

export async function writeConfirmation(
  database: Database,
  { provider, account, reference }: ProviderLineKey,
  { confirmation, now }: { readonly confirmation: PaymentConfirmation; readonly now: Date },
): Promise<void> {
  const { amountMinor, currency } = confirmation
  await database.query(
    confirmText([provider, account, reference, timesOf('NORMAL', now), now, String(amountMinor), currency]),
  )
}

const logInText = prepared(
  'providers-log-in',
  `update simulated_providers.line set logged_in_at = $3
   where provider = $1 and site_token = $2 and logged_in_at is null`,
)

export async function writeLogIn(
  database: Database,
  { provider, siteToken, now }: { readonly provider: Provider; readonly siteToken: string; readonly now: Date },
): Promise<void> {
  await database.query(logInText([provider, siteToken, now]))
}

export function onlyProviderLine(rows: readonly ProviderLineRow[]): ProviderLine {
  const [row] = rows
  if (!row) throw new Error('a line of the books was neither found nor written')
  return providerLineFrom(row)
}
