// Checks details before they are stored, in the way that the request specifies or else the merchant's profile.

import { accountFields, accountIdentity, type Expiry, type Instrument } from '../../kernel/instrument.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { isRejection, type Rejection, reject } from '../../kernel/rejection.ts'
import type { VerificationStrategy } from '../../kernel/verification-strategy.ts'
import {
  type AcquirerRequest,
  type AcquirerRequestFields,
  type AcquirerResult,
  acceptedSources,
  type Call,
  detailsForAcquirer,
  prepareRequest,
  type ResolvedLink,
  recordedWire,
  refuseCurrency,
  resolveLinks,
} from '../../payments/index.ts'
import { elapsedMs } from '../../platform/concurrency/elapsed-time.ts'
import { noAnswer, responseWithin } from '../../platform/concurrency/with-timeout.ts'
import { admitAttempt, assessRisk, payerAddressOf, type VelocityOutcome, velocityOutcomeOf } from '../../risk/index.ts'
import type { CreateOrUpdateTokenRequest } from '../contract/create-or-update-token.ts'
import type { TokenDependencies } from '../dependencies.ts'
import type { AccountUpdate } from '../ports/account-updater.ts'
import type { StoredToken } from '../ports/token-store.ts'
import type { StoredKind } from '../rules/token.ts'
import { type TokenGatewayCode, verificationCodes } from '../rules/token-verification.ts'
import { type AccountToStore, accountOfToken, holdsDeviceNumber } from './account-to-store.ts'
import { lookUpAccount } from './check-account-updater.ts'
import type { SchemeTokenToKeep } from './scheme-tokens/obtain-scheme-token.ts'

/** What is about to be stored: sent with the request, or stored already and not opened yet. */
export interface DetailsToVerify {
  readonly kind: StoredKind
  readonly scheme: string | undefined
  /** The one to be stored. */
  readonly expiry: Expiry | undefined
  readonly isDeviceNumber: boolean
  /** The field that a wrong account is reported for. */
  readonly field: string
  /** The card itself was sent, without its expiry. */
  readonly lacksExpiry: boolean
  /** The scheme token that came with it. */
  readonly pushed?: SchemeTokenToKeep | undefined
  /** Opens what is sealed; called only by checks that need the number. */
  readonly account: () => Promise<AccountToStore>
}

interface GivenDetails {
  readonly account?: AccountToStore | undefined
  readonly expiry?: Expiry | undefined
}

interface KnownToken {
  readonly stored: StoredToken
  /** It contains the account in the request. */
  readonly isSameAccount: boolean
}

/** The request's details are checked, or else those of the token. */
export function detailsToVerifyOf(
  { account, expiry }: GivenDetails,
  knownToken: KnownToken | undefined,
  open: (stored: StoredToken) => Promise<string>,
): DetailsToVerify {
  const isKnownDevice = knownToken?.isSameAccount === true && holdsDeviceNumber(knownToken.stored)
  if (account) {
    const { kind, scheme, field, pushed } = account
    const isDeviceNumber = account.isDeviceNumber || isKnownDevice
    const lacksExpiry = kind === 'CARD' && !expiry
    return { kind, scheme, expiry, isDeviceNumber, field, lacksExpiry, pushed, account: async () => account }
  }
  if (!knownToken) throw new Error('there is neither an account to store nor a token that holds one')
  const { stored } = knownToken
  let opened: Promise<AccountToStore> | undefined
  return {
    kind: stored.kind,
    scheme: stored.scheme,
    expiry: expiry ?? stored.expiry,
    isDeviceNumber: isKnownDevice,
    field: accountFields[stored.kind],
    lacksExpiry: false,
    account() {
      opened ??= open(stored).then((clear) => accountOfToken(stored, clear))
      return opened
    },
  }
}

export interface TokenVerification {
  readonly strategy: VerificationStrategy
  readonly code: TokenGatewayCode
  /** The corrections from the account updater. */
  readonly update?: Extract<AccountUpdate, { kind: 'RENEWED' | 'REPLACED' | 'CLOSED' }> | undefined
}

type VerifyDetailsDependencies = Pick<
  TokenDependencies,
  | 'acquirers'
  | 'providers'
  | 'cardCountries'
  | 'accountUpdater'
  | 'sessions'
  | 'risk'
  | 'ipCountries'
  | 'velocity'
  | 'vault'
  | 'identifiers'
  | 'timeouts'
>

export async function verifyDetails(
  request: CreateOrUpdateTokenRequest,
  checked: DetailsToVerify,
  call: Pick<Call, 'merchant' | 'entryPoint' | 'payerAddress' | 'usedSession'>,
  dependencies: VerifyDetailsDependencies,
): Promise<TokenVerification | Rejection> {
  const { merchant } = call
  const strategy = request.verificationStrategy ?? merchant.profile.verificationStrategy
  const result = (code: TokenGatewayCode): TokenVerification => ({ strategy, code })
  switch (strategy) {
    case 'NONE':
      return result('NO_VERIFICATION_PERFORMED')
    case 'BASIC':
      return refuseByRange(checked) ?? result('BASIC_VERIFICATION_SUCCESSFUL')
    case 'ACQUIRER': {
      const verifiable: readonly StoredKind[] = acceptedSources.VERIFY
      if (!verifiable.includes(checked.kind)) return result('NO_VERIFICATION_PERFORMED')
      const code = await askAcquirer(request, checked, call, dependencies)
      return isRejection(code) ? code : result(code)
    }
    case 'ACCOUNT_UPDATER':
      if (!merchant.profile.usesAccountUpdater)
        return reject('FIELD_INVALID', 'Value is invalid. The merchant profile has no account updater.', {
          field: 'verificationStrategy',
        })
      if (checked.kind !== 'CARD' || checked.isDeviceNumber) return result('NO_VERIFICATION_PERFORMED')
      return { strategy, ...(await askUpdater(checked, dependencies)) }
  }
}

/** The contract has checked the format of other accounts. */
function refuseByRange({ kind, scheme, expiry, lacksExpiry, field }: DetailsToVerify): Rejection | undefined {
  if (kind !== 'CARD') return undefined
  if (lacksExpiry || !expiry)
    return reject('FIELD_MISSING', 'Mandatory parameter is missing: the verification requires the expiry date.', {
      field: 'sourceOfFunds.provided.card.expiry.month',
    })
  if (scheme === 'OTHER')
    return reject('FIELD_INVALID', 'Value is invalid. It is not in a known card number range.', { field })
  return undefined
}

async function askAcquirer(
  request: CreateOrUpdateTokenRequest,
  checked: DetailsToVerify,
  call: Pick<Call, 'merchant' | 'entryPoint' | 'payerAddress' | 'usedSession'>,
  dependencies: VerifyDetailsDependencies,
): Promise<TokenGatewayCode | Rejection> {
  const { merchant, usedSession } = call
  const requestedCurrency = currencyOf(request)
  if (isRejection(requestedCurrency)) return requestedCurrency
  const { currency, field } = requestedCurrency
  const wrongCurrency = refuseCurrency(merchant, currency)
  if (wrongCurrency) return wrongCurrency.at(field)
  const { instrument } = await checked.account()
  if (!instrument) throw new Error('a verification was requested for something that is not an account')
  const completed = withExpiry(instrument, checked.expiry)
  // There is no order: each verification draws its own share.
  const orderId = dependencies.identifiers.acquirerReference()
  const links = await resolveLinks(
    merchant,
    { orderId, currency, amountMinor: 0n, instrument: completed },
    dependencies,
  )
  if (isRejection(links)) return links.reason === 'CURRENCY_NOT_PERMITTED' ? links.at(field) : links
  const verifying = [links.link, ...links.alternatives].filter(canVerify)
  if (verifying.length === 0)
    return reject('FIELD_INVALID', 'Value is invalid. The acquirer does not verify accounts without a payment.', {
      field: 'verificationStrategy',
    })

  const risk = await assessRisk(
    request,
    { instrument: completed, merchant, payerAddress: payerAddressOf(call) },
    dependencies,
  )
  if (risk?.verdict === 'REJECTED') return verificationCodes.BLOCKED
  const accountHash = dependencies.vault.keyedHash('ACCOUNT', accountIdentity(completed))
  const admission = await admitAttempt(
    { request, instrument: completed, accountHash, call, chargedMinor: 0n, currency },
    dependencies,
  )
  if (admission.kind === 'REFUSED') {
    dependencies.velocity.countRefusal(merchant.id, admission.limit)
    return verificationCodes.BLOCKED
  }
  // A security code of the session is used up now.
  if (usedSession) await dependencies.sessions.deleteCodes({ merchantId: merchant.id, hash: usedSession.hash })
  const fields: AcquirerRequestFields = acquirerFieldsOf(request)
  const details = detailsForAcquirer(fields, { merchant, instrument: completed })
  let outcome: VelocityOutcome = 'NOT_DECIDED'
  try {
    const result = await verifyInTurn(verifying, { currency, instrument: completed, details }, dependencies)
    if (result.kind !== 'ANSWERED') return verificationCodes.TIMED_OUT
    const { gatewayCode, cardSecurityCode } = result.response
    outcome = velocityOutcomeOf(gatewayCode, cardSecurityCode?.gatewayCode)
    return verificationCodes[gatewayCode]
  } finally {
    admission.reportOutcome(outcome)
  }
}

const canVerify = ({ acquirer }: ResolvedLink) => acquirer.capabilities.canVerifyZeroAmount

/** Nothing is recorded of a verification, and it moves no money: the next link is asked if one did not receive it. */
async function verifyInTurn(
  links: readonly ResolvedLink[],
  request: Pick<Extract<AcquirerRequest, { kind: 'VERIFY' }>, 'currency' | 'instrument' | 'details'>,
  { identifiers, timeouts }: Pick<TokenDependencies, 'identifiers' | 'timeouts'>,
): Promise<AcquirerResult> {
  const sendBefore = elapsedMs() + timeouts.acquirerTimeoutMs
  let result: AcquirerResult = noAnswer
  const leftMs = () => Math.max(sendBefore - elapsedMs(), 0)
  for (const { acquirer, acquirerMerchantId, terminals } of links) {
    const identity = { reference: identifiers.acquirerReference(), acquirerMerchantId, terminals }
    const question = { kind: 'VERIFY' as const, ...identity, ...request }
    const preparation = await prepareRequest(acquirer, () => question, leftMs())
    result =
      preparation?.kind === 'NOT_SENT'
        ? preparation
        : await responseWithin(acquirer.ask({ ...question, ...recordedWire(preparation) }, { sendBefore }), {
            timeoutMs: leftMs(),
            silence: noAnswer,
          })
    if (result.kind !== 'NOT_SENT' || elapsedMs() >= sendBefore) break
  }
  return result
}

function currencyOf({
  transaction,
  order,
}: CreateOrUpdateTokenRequest): { readonly currency: string; readonly field: string } | Rejection {
  if (transaction?.currency !== undefined) return { currency: transaction.currency, field: 'transaction.currency' }
  if (order?.currency !== undefined) return { currency: order.currency, field: 'order.currency' }
  return reject(
    'FIELD_MISSING',
    'Mandatory parameter is missing: verification with the acquirer requires a currency.',
    {
      field: 'transaction.currency',
    },
  )
}

function withExpiry(instrument: Instrument, expiry: Expiry | undefined): Instrument {
  return instrument.kind === 'CARD' && expiry ? { ...instrument, expiry } : instrument
}

/**
 * The transaction's source is the link's own, as is everything that a payment would specify and this request cannot.
 */
function acquirerFieldsOf({ billing, customer, device, shipping }: CreateOrUpdateTokenRequest): AcquirerRequestFields {
  return omitUndefined({ billing, customer, device, shipping })
}

async function askUpdater(
  checked: DetailsToVerify,
  dependencies: Pick<TokenDependencies, 'accountUpdater' | 'identifiers' | 'timeouts'>,
): Promise<Omit<TokenVerification, 'strategy'>> {
  const { number } = await checked.account()
  const { expiry } = checked
  const update = await lookUpAccount({ number, expiry }, dependencies)
  switch (update.kind) {
    case 'UNCHANGED':
      return { code: 'EXTERNAL_VERIFICATION_SUCCESSFUL' }
    case 'RENEWED':
    case 'REPLACED':
      return { code: 'EXTERNAL_VERIFICATION_SUCCESSFUL', update }
    case 'CLOSED':
      return { code: 'EXTERNAL_VERIFICATION_DECLINED', update }
    case 'NO_ANSWER':
      return { code: 'EXTERNAL_VERIFICATION_PROCESSING_ERROR' }
  }
}
