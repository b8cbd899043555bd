// Completes a request from the token it names: the request's own values take precedence over stored ones.

import { explain } from '../../kernel/explanation.ts'
import type { InstrumentKind } from '../../kernel/instrument.ts'
import { isRejection, type Rejection, reject } from '../../kernel/rejection.ts'
import { Secret, type SecretKind } from '../../kernel/secret.ts'
import { mergeValues, type Values } from '../../kernel/values.ts'
import { tokenAccountSealContext } from '../../keys/index.ts'
import { resolveRepository } from '../../merchants/index.ts'
import {
  type Call,
  type CompletedRequest,
  type RequestWithSource,
  type RequestWithToken,
  sourceGroups,
  unsealWithAudit,
} from '../../payments/index.ts'
import type { TokenDependencies } from '../dependencies.ts'
import type { UsableToken } from '../ports/token-store.ts'
import { refuseInvalidToken } from '../rules/token-status.ts'

type StoredTokenDependencies = Pick<TokenDependencies, 'tokens' | 'vault' | 'clock'>

export async function completeFromToken<R extends RequestWithToken>(
  request: R,
  call: Pick<Call, 'merchant' | 'unsealAudit'>,
  dependencies: StoredTokenDependencies,
): Promise<CompletedRequest<R> | Rejection> {
  const token = request.sourceOfFunds?.token
  if (token === undefined) return { request }
  const repository = resolveRepository(call.merchant, request.order?.subMerchant)
  if (isRejection(repository)) return repository.at('order.subMerchant')
  const name = { repositoryId: repository.id, token }
  const stored = await dependencies.tokens.findToUse(name)
  if (!stored) return reject('UNKNOWN_TOKEN', 'There is no token with this id.')
  const refused = refuseInvalidToken(stored.state) ?? refuseType(request, stored)
  if (refused) return refused
  return { request: await completed(request, stored, call, dependencies), token: name }
}

function refuseType({ sourceOfFunds }: RequestWithSource, { kind }: UsableToken): Rejection | undefined {
  const { type = kind } = sourceOfFunds ?? {}
  if (type === kind) return undefined
  return reject('SOURCE_NOT_SUPPORTED', explain('The token holds {kind}, not {type}.', { kind, type }))
}

/** How each kind of account is described, and how secret its number is. */
const numbers = {
  CARD: { member: 'number', secret: 'ACCOUNT' },
  GIFT_CARD: { member: 'number', secret: 'ACCOUNT' },
  ACH: { member: 'bankAccountNumber', secret: 'BANK_ACCOUNT' },
  DIRECT_DEBIT_CANADA: { member: 'bankAccountNumber', secret: 'BANK_ACCOUNT' },
} as const satisfies Readonly<Record<Exclude<InstrumentKind, 'PROVIDER_A'>, { member: string; secret: SecretKind }>>

async function completed<R extends RequestWithToken>(
  request: R,
  stored: UsableToken,
  call: Pick<Call, 'merchant' | 'unsealAudit'>,
  dependencies: StoredTokenDependencies,
): Promise<R> {
  const { sourceOfFunds } = request
  const { kind } = stored
  const sentDetails = sourceOfFunds?.provided?.[sourceGroups[kind]] ?? {}
  const provided = {
    ...sourceOfFunds?.provided,
    [sourceGroups[kind]]: mergeValues(await accountDetailsFor(sentDetails, stored, call, dependencies), sentDetails),
  }
  return { ...shippingOf(stored), ...request, sourceOfFunds: { ...sourceOfFunds, type: kind, provided } }
}

/** The stored values, with the number at its path unless the request contains another. */
async function accountDetailsFor(
  sentDetails: object,
  stored: UsableToken,
  call: Pick<Call, 'merchant' | 'unsealAudit'>,
  dependencies: StoredTokenDependencies,
): Promise<Values> {
  const { kind, details } = stored
  if (kind === 'PROVIDER_A') {
    const { billingAgreement, shipping: _, ...account } = details
    const another = (sentDetails as { readonly billingAgreement?: { readonly id?: string | undefined } })
      .billingAgreement?.id
    if (another !== undefined) return {}
    return {
      ...account,
      billingAgreement: { ...billingAgreement, id: await openAccountOf(stored, call, dependencies) },
    }
  }
  const { member, secret } = numbers[kind]
  const number =
    member in sentDetails ? {} : { [member]: new Secret(secret, await openAccountOf(stored, call, dependencies)) }
  return { ...details, ...number }
}

/** Shipping addresses are stored only with agreements. */
function shippingOf({ kind, details: { shipping } }: UsableToken): { readonly shipping?: Values | undefined } {
  return kind === 'PROVIDER_A' && shipping ? { shipping } : {}
}

function openAccountOf(
  { repositoryId, token, account, masked }: UsableToken,
  call: Pick<Call, 'merchant' | 'unsealAudit'>,
  dependencies: StoredTokenDependencies,
): Promise<string> {
  return unsealWithAudit(
    {
      sealed: account,
      belongsTo: tokenAccountSealContext({ repositoryId, token }),
      subject: { repositoryId, token, account: masked },
    },
    call,
    dependencies,
  )
}
