// Finds the account that a request wants to store: in the request or its session, at an earlier order, or at the
// issuer.

import { accountFields, type Expiry, type InstrumentKind } from '../../kernel/instrument.ts'
import { isRejection, type Rejection, reject } from '../../kernel/rejection.ts'
import { Secret } from '../../kernel/secret.ts'
import type { TransactionType } from '../../kernel/transaction-type.ts'
import { transactionSealContext } from '../../keys/index.ts'
import type { TokenRepository } from '../../merchants/index.ts'
import {
  type Call,
  isSuccessful,
  resolveInstrument,
  type StoredTransaction,
  sourceGroups,
  type UsablePayload,
  unsealWithAudit,
} from '../../payments/index.ts'
import { noAnswer, responseWithin } from '../../platform/concurrency/with-timeout.ts'
import { openDevicePayment } from '../../wallets/index.ts'
import type { CreateOrUpdateTokenRequest } from '../contract/create-or-update-token.ts'
import type { TokenDependencies } from '../dependencies.ts'
import { type AccountToStore, agreementToStore, cardToStore, otherToStore } from './account-to-store.ts'
import {
  giveUpSchemeToken,
  keepProvisioned,
  linkWithinMs,
  newSchemeTokenReference,
  type SchemeTokenDependencies,
  type SchemeTokenToKeep,
} from './scheme-tokens/obtain-scheme-token.ts'

/** What a request may contain without an account: changes to the stored one. */
export interface DetailsToStore {
  readonly account?: AccountToStore | undefined
  readonly expiry?: Expiry | undefined
  /** Of a wallet, which the account came in. */
  readonly payload?: UsablePayload | undefined
}

const numberField = accountFields.CARD
const identifierField = 'sourceOfFunds.schemeTokenProvisioningIdentifier'
const everyKind = Object.keys(sourceGroups) as readonly InstrumentKind[]

type AccountDependencies = Pick<TokenDependencies, 'store' | 'vault' | 'velocity' | 'clock' | 'wallets'> &
  SchemeTokenDependencies

export async function resolveAccountToStore(
  request: CreateOrUpdateTokenRequest,
  { call, repository }: { readonly call: Call; readonly repository: TokenRepository },
  dependencies: AccountDependencies,
): Promise<DetailsToStore | Rejection> {
  const { referenceOrderId, sourceOfFunds } = request
  if (referenceOrderId !== undefined) return withAccount(await cardOfOrder(referenceOrderId, call, dependencies))
  const identifier = sourceOfFunds?.schemeTokenProvisioningIdentifier
  if (identifier !== undefined) return pushedAccount(identifier, repository, dependencies)
  if (!sourceOfFunds) return {}
  const { type, provided = {} } = sourceOfFunds
  if (type === 'PROVIDER_A' || (type === undefined && provided.providerA)) return agreementOf(provided.providerA)
  if (type === undefined ? !provided.card : type !== 'CARD') return otherAccount(request, call)
  const { transaction, order } = request
  const currency = transaction?.currency ?? order?.currency
  const opened = await openDevicePayment(request, { call, currency }, dependencies)
  if (isRejection(opened)) return opened
  const details = cardOf(opened.request, call)
  return isRejection(details) ? details : { ...details, payload: opened.payload }
}

function withAccount(account: AccountToStore | Rejection): DetailsToStore | Rejection {
  return isRejection(account) ? account : { account, expiry: account.expiry }
}

async function pushedAccount(
  identifier: string,
  { id: repositoryId }: TokenRepository,
  dependencies: AccountDependencies,
): Promise<DetailsToStore | Rejection> {
  const fetched = await fetchPushedCard({ identifier, repositoryId }, dependencies)
  if (isRejection(fetched)) return fetched
  return withAccount({ ...cardToStore(fetched.card), field: identifierField, pushed: fetched.keep })
}

type ProviderA = NonNullable<
  NonNullable<NonNullable<CreateOrUpdateTokenRequest['sourceOfFunds']>['provided']>['providerA']
>

/** The agreement's id may come from a session, so a rule of the request cannot look for it. Other details of provider A are
 * accepted beside it, and not stored. */
function agreementOf({ billingAgreement }: ProviderA = {}): DetailsToStore | Rejection {
  const { id, ...agreement } = billingAgreement ?? {}
  if (id === undefined)
    return reject(
      'FIELD_MISSING',
      'Mandatory parameter is missing: only an existing billing agreement can be stored.',
      {
        field: accountFields.PROVIDER_A,
      },
    )
  return withAccount(agreementToStore({ billingAgreement: { ...agreement, id } }))
}

function otherAccount({ sourceOfFunds }: CreateOrUpdateTokenRequest, { merchant }: Call): DetailsToStore | Rejection {
  if (!sourceOfFunds?.provided) return {}
  const instrument = resolveInstrument({ sourceOfFunds }, { merchant, taken: everyKind })
  if (isRejection(instrument)) return instrument
  // The kind follows from the type or from the details given, and neither is of a card or an agreement here.
  return instrument.kind === 'CARD' || instrument.kind === 'PROVIDER_A' ? {} : withAccount(otherToStore(instrument))
}

/** Without a number, the expiry of the stored card changes. */
function cardOf({ sourceOfFunds }: CreateOrUpdateTokenRequest, { merchant }: Call): DetailsToStore | Rejection {
  const card = sourceOfFunds?.provided?.card
  if (!card) return {}
  const { devicePayment, expiry, localBrand, number } = card
  if (!number && devicePayment)
    return reject('FIELD_MISSING', 'Mandatory parameter is missing.', { field: numberField })
  if (!number) return expiry ? { expiry } : {}
  const instrument = resolveInstrument({ sourceOfFunds }, { merchant, taken: everyKind })
  if (isRejection(instrument)) return instrument
  const account = cardToStore({ number, expiry }, { localBrand, isDeviceNumber: devicePayment !== undefined })
  return withAccount({ ...account, instrument })
}

/** What a card can be presented with. */
const payments: readonly TransactionType[] = ['AUTHORIZATION', 'CAPTURE', 'PAYMENT', 'VERIFICATION']

/** Wallets of phones and watches, which pay with a device number. */
const deviceWallets: readonly (string | undefined)[] = ['APPLE_PAY', 'CHASE_PAY', 'GOOGLE_PAY', 'SAMSUNG_PAY']

/** Finds the card that an earlier order was paid with, to store it under a token. */
async function cardOfOrder(
  orderId: string,
  call: Pick<Call, 'merchant' | 'unsealAudit'>,
  dependencies: Pick<TokenDependencies, 'store' | 'vault' | 'clock'>,
): Promise<AccountToStore | Rejection> {
  const stored = await dependencies.store.findOrder({ merchantId: call.merchant.id, orderId })
  if (!stored) return reject('UNKNOWN_ORDER', 'There is no order with this id.')
  const paid = stored.transactions.findLast((each) => isSuccessful(each) && isCardPayment(each))
  if (!paid) return refused('The order has no successful payment with a card.')
  const brought = stored.transactions.find(({ key }) => key.transactionId === paid.instrumentTransactionId) ?? paid
  const number = await openNumber(brought, call, dependencies)
  if (number === undefined) return refused('The card number of the order is no longer stored.')

  const { order, sourceOfFunds } = brought.request
  const { expiry, localBrand, ...card } = sourceOfFunds?.provided?.card ?? {}
  const isDeviceNumber =
    deviceWallets.includes(order?.walletProvider) ||
    card.devicePayment !== undefined ||
    card.maskedFpan !== undefined ||
    card.isDeviceNumber === true
  return {
    ...cardToStore(
      { number: new Secret('ACCOUNT', number), expiry: expiry as Expiry | undefined },
      { localBrand, isDeviceNumber },
    ),
    field: 'referenceOrderId',
  }
}

function isCardPayment({ type, request }: StoredTransaction): boolean {
  return payments.includes(type) && request.sourceOfFunds?.type === 'CARD'
}

/** Undefined when it was erased because of its age. */
async function openNumber(
  { key, accounts }: StoredTransaction,
  call: Pick<Call, 'merchant' | 'unsealAudit'>,
  dependencies: Pick<TokenDependencies, 'vault' | 'clock'>,
): Promise<string | undefined> {
  if (!accounts) return undefined
  const { orderId, transactionId } = key
  const subject = { orderId, transactionId, purpose: 'TOKEN' }
  const opened = await unsealWithAudit(
    { sealed: accounts, belongsTo: transactionSealContext(key), subject },
    call,
    dependencies,
  )
  return new Map(JSON.parse(opened) as [string, string][]).get('sourceOfFunds.provided.card.number')
}

function refused(why: string): Rejection {
  return reject('FIELD_INVALID', `Value is invalid. ${why}`, { field: 'referenceOrderId' })
}

interface PushedCard {
  readonly card: { readonly number: Secret; readonly expiry: Expiry }
  readonly keep: SchemeTokenToKeep
}

/** The repository is the one that the token will be stored in. */
export async function fetchPushedCard(
  { identifier, repositoryId }: { readonly identifier: string; readonly repositoryId: string },
  dependencies: SchemeTokenDependencies,
): Promise<PushedCard | Rejection> {
  const { tokenService, tokenClaims, timeouts } = dependencies
  if (!tokenService) return notFetched('is not available')
  const reference = newSchemeTokenReference(repositoryId, dependencies)
  await tokenClaims.giveUpUnlessKept(reference, linkWithinMs)
  const result = await responseWithin(tokenService.fetchPushed(identifier, reference.reference), {
    timeoutMs: timeouts.serviceWaitMs,
    silence: noAnswer,
  })
  if (result.kind === 'PUSHED') return { card: result.card, keep: keepProvisioned(result, dependencies) }
  await giveUpSchemeToken(reference.reference, dependencies)
  return notFetched(result.kind === 'UNKNOWN' ? 'does not know this identifier' : 'did not respond in time')
}

function notFetched(why: string): Rejection {
  return reject('SCHEME_TOKEN_NOT_OBTAINED', `No token was stored: the token service of the card scheme ${why}.`, {
    field: identifierField,
  })
}
