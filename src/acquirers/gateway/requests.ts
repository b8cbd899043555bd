// What the port asks, as requests of the API: the operation, the ids in the path and the body in the link's version.
// The order at the upstream is named by the reference of the initial request, and the transaction by the request's own:
// a repeat has the effect of one, and what follows finds its order.

import { createHash } from 'node:crypto'
import { writeRequest } from '../../contract/client-messages.ts'
import { contractFor, type Operation, type Route } from '../../contract/operation.ts'
import type { Instrument } from '../../kernel/instrument.ts'
import { formatMoney } from '../../kernel/money.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { TransactionType } from '../../kernel/transaction-type.ts'
import {
  type AcquirerRequest,
  type AcquirerRequestKind,
  authorize,
  capture,
  type PurchaseDetails,
  pay,
  type RequestReference,
  refund,
  updateAuthorization,
  verify,
  voidTransaction,
} from '../../payments/index.ts'
import type { UpstreamResponse } from './responses.ts'

interface KindRow {
  readonly operation: Operation
  /** The transactions that it can make at the upstream. */
  readonly types: readonly TransactionType[]
}

export const requestKinds: Readonly<Record<AcquirerRequestKind, KindRow>> = {
  AUTHORIZE: { operation: authorize, types: ['AUTHORIZATION'] },
  CAPTURE: { operation: capture, types: ['CAPTURE'] },
  PAY: { operation: pay, types: ['PAYMENT'] },
  REFUND: { operation: refund, types: ['REFUND'] },
  STANDALONE_CAPTURE: { operation: capture, types: ['CAPTURE'] },
  STANDALONE_REFUND: { operation: refund, types: ['REFUND'] },
  UPDATE_AUTHORIZATION: { operation: updateAuthorization, types: ['AUTHORIZATION_UPDATE'] },
  VERIFY: { operation: verify, types: ['VERIFICATION'] },
  VOID: {
    operation: voidTransaction,
    types: ['VOID_AUTHORIZATION', 'VOID_CAPTURE', 'VOID_PAYMENT', 'VOID_REFUND'],
  },
}

export interface UpstreamIds {
  readonly merchantId: string
  readonly orderId: string
  readonly transactionId: string
}

/** Where the upstream has a request. */
export function idsOf({ acquirerMerchantId, reference, initialReference }: RequestReference): UpstreamIds {
  return { merchantId: acquirerMerchantId, orderId: initialReference ?? reference, transactionId: reference }
}

/** Whether an answer is to a request of this kind under these ids, and not to another one. */
export function isResponseTo(kind: AcquirerRequestKind, ids: UpstreamIds, response: UpstreamResponse): boolean {
  const { merchant, order, transaction } = response
  const isSame = merchant === ids.merchantId && order?.id === ids.orderId && transaction?.id === ids.transactionId
  return isSame && transaction?.type !== undefined && requestKinds[kind].types.includes(transaction.type)
}

export function pathOf(route: Route, version: number, { merchantId, ...ids }: Partial<UpstreamIds>): string {
  const named = route.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(ids[name as keyof typeof ids] ?? ''),
  )
  return `/api/rest/version/${version}/merchant/${encodeURIComponent(merchantId ?? '')}${named}`
}

interface BodyTerms {
  readonly version: number
  readonly correlationId: string
}

/** JSON text in the version of the link. The values of secrets are in it. */
export function bodyOf(question: AcquirerRequest, { version, correlationId }: BodyTerms): string {
  const { operation } = requestKinds[question.kind]
  return writeBody(operation, canonicalRequest(question), { version, correlationId })
}

export function writeBody(operation: Operation, request: object, { version, correlationId }: BodyTerms): string {
  return writeRequest(contractFor(operation, version), { ...request, apiOperation: operation.name, correlationId })
}

/** Of details, all but what names things of this gateway, which the upstream does not know. */
function canonicalRequest(question: AcquirerRequest): object {
  const { details, currency } = question
  const { id: _orderId, ...order } = (details.order ?? {}) as { readonly id?: string }
  const {
    targetTransactionId: _target,
    priorApproval: _approval,
    ...transaction
  } = (details.transaction ?? {}) as {
    readonly targetTransactionId?: string
    readonly priorApproval?: string
  }
  const common = { ...details, ...agreementOf(question), order, transaction }
  if (question.kind === 'VERIFY')
    return {
      ...withAuthentication(common, question),
      order: { ...order, currency },
      sourceOfFunds: sourceOfFunds(question.instrument),
    }
  const money = { amount: formatMoney(question), currency }
  switch (question.kind) {
    case 'AUTHORIZE':
    case 'PAY':
      return {
        ...withAuthentication(common, question),
        order: { ...order, ...money },
        sourceOfFunds: sourceOfFunds(question.instrument),
      }
    case 'STANDALONE_CAPTURE':
    case 'STANDALONE_REFUND':
      return {
        ...common,
        transaction: { ...transaction, ...money },
        sourceOfFunds: sourceOfFunds(question.instrument),
      }
    case 'CAPTURE':
    case 'UPDATE_AUTHORIZATION':
      return { ...common, transaction: { ...transaction, ...money } }
    case 'REFUND': {
      const targetTransactionId = question.original.reference
      return {
        ...common,
        transaction: { ...transaction, ...money, targetTransactionId },
        ...(question.isAuthorizedFirst && { action: { refundAuthorization: true } }),
      }
    }
    case 'VOID':
      return { ...common, transaction: { ...transaction, targetTransactionId: question.original.reference } }
  }
}

/** Its terms, under an id that belongs to this gateway's merchant. */
function agreementOf({ details: { agreement }, key }: AcquirerRequest): Pick<PurchaseDetails, 'agreement'> {
  if (agreement?.id === undefined || !key) return {}
  return { agreement: { ...agreement, id: agreementIdAtUpstream(key.merchantId, agreement.id) } }
}

/** The upstream has authenticated the payer, under the ids that opened the order there: it knows what was proven. */
function withAuthentication(
  { threeDSecure, ...common }: PurchaseDetails,
  { reference, initialReference = reference }: RequestReference,
): object {
  if (initialReference === reference) return { ...common, ...omitUndefined({ threeDSecure }) }
  return { ...common, authentication: { transactionId: initialReference } }
}

function sourceOfFunds(instrument: Instrument): object {
  return { type: instrument.kind, provided: providedOf(instrument) }
}

function providedOf(instrument: Instrument): object {
  switch (instrument.kind) {
    case 'CARD': {
      const { number, expiry, securityCode, nameOnCard, track1, track2, emvRequest, pinPayload } = instrument
      const { sequenceNumber, storedOnFile, devicePayment } = instrument
      const pin = pinPayload && { payload: pinPayload }
      const read = { track1, track2, emvRequest, pin, sequenceNumber, storedOnFile, devicePayment }
      return { card: omitUndefined({ number, expiry, securityCode, nameOnCard, ...read }) }
    }
    case 'GIFT_CARD': {
      const { number, pin, localBrand } = instrument
      return { giftCard: omitUndefined({ number, pin, localBrand }) }
    }
    case 'ACH': {
      const { kind: _, number: bankAccountNumber, ...account } = instrument
      return { ach: { ...account, bankAccountNumber } }
    }
    case 'DIRECT_DEBIT_CANADA': {
      const { kind: _, number: bankAccountNumber, ...account } = instrument
      return { directDebitCanada: { ...account, bankAccountNumber } }
    }
    case 'PROVIDER_A':
      return { providerA: { billingAgreement: { id: instrument.number } } }
  }
}

/** As the contract bounds it. */
const lengthMax = 100

/**
 * The id of an agreement at the upstream. Merchants that share one merchant there choose their ids apart from each other, and the
 * same id would be one series of payments at the upstream. The merchant's id has no full stop, therefore no two merchants have
 * the same; a long one is replaced by its digest.
 */
function agreementIdAtUpstream(merchantId: string, agreementId: string): string {
  const id = `${merchantId}.${agreementId}`
  if (id.length <= lengthMax) return id
  return `${merchantId}.${createHash('sha256').update(agreementId).digest('base64url')}`
}
