// Finds the account that a request wants to store: in the request or its session, at an earlier order, or at the
// issuer.

import { accountFields, type Expiry, type InstrumentKind } from '../../kernel/instrument.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { isRejection, type Rejection, reject } from '../../kernel/rejection.ts'
import type { TokenRepository } from '../../merchants/rules/token-repository.ts'
import type { Call } from '../../payments/call.ts'
import { resolveInstrument, sourceGroups } from '../../payments/operations/resolve-instrument.ts'
import type { UsablePayload } from '../../payments/ports/wallet-payloads.ts'
import { openDevicePayment } from '../../wallets/operations/open-device-payment.ts'
import type { CreateOrUpdateTokenRequest } from '../contract/create-or-update-token.ts'
import type { TokenDependencies } from '../dependencies.ts'
import { type AccountToStore, agreementToStore, cardToStore, otherToStore } from './account-to-store.ts'
import { cardOfOrder } from './card-of-order.ts'
import { fetchPushedCard } from './scheme-tokens/fetch-pushed-card.ts'
import type { SchemeTokenPorts } from './scheme-tokens/obtain-scheme-token.ts'

/** What a request may contain without an account: changes to the stored one. */
export interface DetailsToStore {
  readonly account?: AccountToStore
  readonly expiry?: Expiry
  /** Of a wallet, which the account came in. */
  readonly payload?: UsablePayload
}

const everyKind = Object.keys(sourceGroups) as readonly InstrumentKind[]

type AccountPorts = Pick<TokenDependencies, 'store' | 'vault' | 'velocity' | 'clock' | 'wallets'> & SchemeTokenPorts

export async function resolveAccountToStore(
  request: CreateOrUpdateTokenRequest,
  { call, repository }: { readonly call: Call; readonly repository: TokenRepository },
  ports: AccountPorts,
): Promise<DetailsToStore | Rejection> {
  const { referenceOrderId, sourceOfFunds } = request
  if (referenceOrderId !== undefined) return withAccount(await cardOfOrder(referenceOrderId, call, ports))
  const identifier = sourceOfFunds?.schemeTokenProvisioningIdentifier
  if (identifier !== undefined) return pushedAccount(identifier, repository, ports)
  if (!sourceOfFunds) return {}
  const { type, provided = {} } = sourceOfFunds
  if (type === 'PROVIDER_A' || (type === undefined && provided.providerA)) return agreementOf(provided.providerA)
  if (type === undefined ? !provided.card : type !== 'CARD') return otherAccount(request, call)
  const { transaction, order } = request
  const currency = transaction?.currency ?? order?.currency
  const opened = await openDevicePayment(request, { call, currency }, ports)
  if (isRejection(opened)) return opened
  const details = cardOf(opened.request, call)
  return isRejection(details) ? details : { ...details, ...omitUndefined({ payload: opened.payload }) }
}

function withAccount(account: AccountToStore | Rejection): DetailsToStore | Rejection {
  return isRejection(account) ? account : { account, ...omitUndefined({ expiry: account.expiry }) }
}

async function pushedAccount(
  identifier: string,
  { id: repositoryId }: TokenRepository,
  ports: AccountPorts,
): Promise<DetailsToStore | Rejection> {
  const fetched = await fetchPushedCard({ identifier, repositoryId }, ports)
  if (isRejection(fetched)) return fetched
  const field = 'sourceOfFunds.schemeTokenProvisioningIdentifier'
  return withAccount({ ...cardToStore(fetched.card), field, pushed: fetched.keep })
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

const numberField = accountFields.CARD
