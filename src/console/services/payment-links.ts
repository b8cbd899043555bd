// Payment links: users create them, send their URLs to payers, see what was paid, and disable them.
import { asciiText, enumeration, string } from '../../contract/field-types.ts'
import { required } from '../../contract/row.ts'
import { formatMoney } from '../../kernel/money.ts'
import { paymentLinkStates } from '../../kernel/order-status.ts'
import type { ResultPage } from '../../kernel/page.ts'
import { isRejection } from '../../kernel/rejection.ts'
import {
  createPaymentLink,
  type ListedPaymentLink,
  type PaymentLinkAmount,
  type PaymentLinkOrder,
  paymentLinkMessageLengthMax,
  paymentLinkUrl,
  type SendingRefusal,
  sendPaymentLink,
} from '../../payment-links/index.ts'
import { pathNotFound } from '../access.ts'
import { type ConsoleContext, callAuditStamp, pathId } from '../context.ts'
import { pageQueryOf, pageRows, parseMinorAmount, withBody, withQuery } from '../fields.ts'
import { type NewPaymentLinkInput, newPaymentLinkRows } from '../request-bodies.ts'
import type {
  PaymentLinkBody,
  PaymentLinkEmailsBody,
  PaymentLinkOrderBody,
  QueuedPaymentLinkEmailBody,
} from '../response-bodies/payment-links.ts'
import {
  acceptedResponse,
  consoleRefusal,
  createdResponse,
  isConsoleRefusal,
  noContent,
  okResponse,
  refusalForRejection,
  unknownResource,
} from '../responses.ts'
import type { ConsoleCall, ConsoleRefusal, ConsoleRoute } from '../route.ts'

const see = { kind: 'MERCHANT', permission: 'VIEW' } as const
const change = { kind: 'MERCHANT', permission: 'REQUEST_PAYMENT' } as const
const root = '/merchants/:merchantId/payment-links'
const ofPaymentLink = `${root}/:paymentLinkId` as const

export function paymentLinkServices(context: ConsoleContext): readonly ConsoleRoute[] {
  const { dependencies } = context
  const keyOf = (call: ConsoleCall) => ({
    merchantId: pathId(call, 'merchantId'),
    paymentLinkId: pathId(call, 'paymentLinkId'),
  })
  const bodyOf = (paymentLink: ListedPaymentLink) =>
    paymentLinkBody(paymentLink, paymentLinkUrl(paymentLink.paymentLinkId, dependencies))

  return [
    {
      method: 'GET',
      path: root,
      purpose: 'Lists payment links with their states, newest first.',
      access: see,
      handle: withQuery({ state: enumeration(paymentLinkStates), ...pageRows }, async (input, call) => {
        const wanted = { merchantId: pathId(call, 'merchantId'), now: dependencies.clock.expiryTime() }
        const page = await dependencies.paymentLinks.list({ ...wanted, state: input.state }, pageQueryOf(input))
        if (!page) return notOfThisList
        return okResponse<ResultPage<PaymentLinkBody>>({ ...page, rows: page.rows.map(bodyOf) })
      }),
    },
    {
      method: 'POST',
      path: root,
      purpose: 'Creates a payment link and returns its URL.',
      access: change,
      handle: withBody(newPaymentLinkRows, async (input, call) => {
        const access = await dependencies.store.findMerchant(pathId(call, 'merchantId'))
        if (!access) return pathNotFound
        const amount = amountOf(input)
        if (isConsoleRefusal(amount)) return amount
        const { operation, currency, description, usesMax, orderId, language, expiresAt } = input
        const terms = {
          operation,
          currency,
          amount,
          description,
          usesMax,
          orderIdBase: orderId,
          language,
          expiresAt: expiresAt === undefined ? undefined : new Date(expiresAt),
        }
        const created = await createPaymentLink(access.merchant, terms, callAuditStamp(call, context), dependencies)
        if (isRejection(created)) return refusalForRejection(created)
        return createdResponse<PaymentLinkBody>(bodyOf({ ...created.paymentLink, paid: 0, state: 'OPEN' }))
      }),
    },
    {
      method: 'GET',
      path: ofPaymentLink,
      purpose: 'Shows a payment link with its URL and state.',
      access: see,
      async handle(call) {
        const paymentLink = await dependencies.paymentLinks.show(keyOf(call), dependencies.clock.expiryTime())
        return paymentLink ? okResponse<PaymentLinkBody>(bodyOf(paymentLink)) : unknownPaymentLink
      },
    },
    {
      method: 'GET',
      path: `${ofPaymentLink}/orders`,
      purpose: 'Lists the orders that payers have begun through a payment link, newest first.',
      access: see,
      handle: withQuery(pageRows, async (input, call) => {
        const page = await dependencies.paymentLinks.listOrders(keyOf(call), pageQueryOf(input))
        if (!page) return notOfThisList
        return okResponse<ResultPage<PaymentLinkOrderBody>>({ ...page, rows: page.rows.map(linkOrderBody) })
      }),
    },
    {
      method: 'POST',
      path: `${ofPaymentLink}/disable`,
      purpose: 'Disables a payment link. Payments that have begun are completed.',
      access: change,
      async handle(call) {
        const key = keyOf(call)
        if (await dependencies.paymentLinks.disable(key, callAuditStamp(call, context))) return noContent
        // Disabled before, by another user or by a second click.
        return (await dependencies.paymentLinks.find(key)) ? noContent : unknownPaymentLink
      },
    },
  ]
}

const unknownPaymentLink = unknownResource('payment link')
const notOfThisList = consoleRefusal(422, 'FIELD_INVALID', 'It was not returned by this list.', 'after')

/** Fixed, or entered by the payer between limits. */
function amountOf(input: NewPaymentLinkInput): PaymentLinkAmount | ConsoleRefusal {
  const { currency } = input
  const limits: { minMinor?: bigint; maxMinor?: bigint } = {}
  for (const [field, name] of limitFields) {
    const amount = input[field]
    if (amount === undefined) continue
    if (input.amount !== undefined) return consoleRefusal(422, 'FIELD_INVALID', 'A fixed amount has no limits.', field)
    const minor = parseMinorAmount({ amount, currency }, field)
    if (typeof minor !== 'bigint') return minor
    limits[name] = minor
  }
  if (input.amount === undefined) return { kind: 'OPEN', ...limits }
  const amountMinor = parseMinorAmount({ amount: input.amount, currency }, 'amount')
  return typeof amountMinor === 'bigint' ? { kind: 'FIXED', amountMinor } : amountMinor
}

const limitFields = [
  ['amountMin', 'minMinor'],
  ['amountMax', 'maxMinor'],
] as const

function paymentLinkBody(paymentLink: ListedPaymentLink, url: string): PaymentLinkBody {
  const { amount, currency } = paymentLink
  const text = (amountMinor: bigint | undefined) =>
    amountMinor === undefined ? undefined : formatMoney({ amountMinor, currency })
  const { minMinor, maxMinor } = amount.kind === 'OPEN' ? amount : {}
  return {
    paymentLinkId: paymentLink.paymentLinkId,
    url,
    state: paymentLink.state,
    description: paymentLink.description,
    operation: paymentLink.operation,
    currency,
    amount: amount.kind === 'FIXED' ? text(amount.amountMinor) : undefined,
    amountMin: text(minMinor),
    amountMax: text(maxMinor),
    usesMax: paymentLink.usesMax,
    paid: paymentLink.paid,
    orderId: paymentLink.orderIdBase,
    language: paymentLink.language,
    createdBy: paymentLink.createdBy,
    createdAt: paymentLink.createdAt,
    expiresAt: paymentLink.expiresAt,
    disabledAt: paymentLink.disabledAt,
    disabledBy: paymentLink.disabledBy,
  }
}

function linkOrderBody({
  orderId,
  begunAt,
  isPaid,
  paidAt,
  amountMinor,
  currency,
  status,
  isInReview,
  openReversal,
}: PaymentLinkOrder): PaymentLinkOrderBody {
  return {
    orderId,
    begunAt,
    isPaid,
    paidAt,
    amount: formatMoney({ amountMinor, currency }),
    currency,
    status: status ?? null,
    isInReview,
    openReversal,
  }
}

/** Payment links sent by e-mail: users send them, and see what became of each e-mail. */
const path = '/merchants/:merchantId/payment-links/:paymentLinkId/emails'
const listedMax = 50

const statuses: Readonly<Record<SendingRefusal['code'], ConsoleRefusal['status']>> = {
  UNKNOWN_PAYMENT_LINK: 404,
  NO_MAIL_SERVER: 409,
  PAYMENT_LINK_CLOSED: 409,
  TOO_MANY_EMAILS: 429,
  FIELD_INVALID: 422,
}

export function paymentLinkEmailServices(context: ConsoleContext): readonly ConsoleRoute[] {
  const { dependencies } = context
  const keyOf = (call: ConsoleCall) => ({
    merchantId: pathId(call, 'merchantId'),
    paymentLinkId: pathId(call, 'paymentLinkId'),
  })
  return [
    {
      method: 'GET',
      path,
      purpose: 'Lists the e-mails with a payment link, newest first, and says whether the gateway can send any.',
      access: { kind: 'MERCHANT', permission: 'VIEW' },
      async handle(call) {
        const key = keyOf(call)
        if (!(await dependencies.paymentLinks.find(key))) return unknownResource('payment link')
        const rows = await dependencies.paymentLinkEmails.list(key, listedMax)
        return okResponse<PaymentLinkEmailsBody>({ isAvailable: dependencies.hasMailServer, rows })
      },
    },
    {
      method: 'POST',
      path,
      purpose: 'Sends a payment link by e-mail, with an optional message.',
      access: { kind: 'MERCHANT', permission: 'REQUEST_PAYMENT' },
      handle: withBody(
        { recipient: required(asciiText(1, 254)), message: string(1, paymentLinkMessageLengthMax) },
        async ({ recipient, message }, call) => {
          const by = callAuditStamp(call, context)
          const sent = await sendPaymentLink(keyOf(call), { recipient, message }, by, dependencies)
          if (sent.kind === 'QUEUED') return acceptedResponse<QueuedPaymentLinkEmailBody>({ emailId: sent.emailId })
          return consoleRefusal(statuses[sent.code], sent.code, sent.explanation, sent.field)
        },
      ),
    },
  ]
}
