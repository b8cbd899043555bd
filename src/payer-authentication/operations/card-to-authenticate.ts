// Finds the card that a payer is authenticated for: repeated in the request, or as sent when the authentication began.

import { type CardInstrument, cardKindOf, type Expiry, fundingMethodOf } from '../../kernel/instrument.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { isRejection, type Rejection, reject } from '../../kernel/rejection.ts'
import { Secret } from '../../kernel/secret.ts'
import { transactionSealContext } from '../../keys/ports/seal-context.ts'
import type { Call } from '../../payments/call.ts'
import { unsealWithAudit } from '../../payments/masking/storable-request.ts'
import { withSubMerchantOf } from '../../payments/operations/inherited-details.ts'
import { resolveInstrument, sameAccountAs } from '../../payments/operations/resolve-instrument.ts'
import type { RequestWithSource } from '../../payments/ports/request-with-source.ts'
import type { StoredOrder, StoredTransaction } from '../../payments/ports/transactions.ts'
import { completeFromToken } from '../../tokens/operations/complete-from-token.ts'
import { openForAuthentication } from '../../wallets/operations/open-device-payment.ts'
import type { PayerAuthenticationDependencies } from '../dependencies.ts'

interface RequestToAuthenticate extends RequestWithSource {
  readonly order?: {
    readonly amount?: string
    readonly currency?: string
    readonly subMerchant?: { readonly identifier?: string }
  }
}

export async function cardToAuthenticate(
  given: RequestToAuthenticate,
  { transaction, stored }: { readonly transaction: StoredTransaction; readonly stored: StoredOrder },
  call: Call,
  ports: Pick<PayerAuthenticationDependencies, 'tokens' | 'vault' | 'velocity' | 'wallets' | 'clock'>,
): Promise<CardInstrument | Rejection> {
  if (!given.sourceOfFunds) return cardOf(transaction, call, ports)
  const opened = await openForAuthentication(given, call, ports)
  if (isRejection(opened)) return opened
  const completed = await completeFromToken(withSubMerchantOf(stored, opened), call, ports)
  if (isRejection(completed)) return completed
  const card = resolveInstrument(completed.request, { merchant: call.merchant, taken: ['CARD'] })
  if (isRejection(card)) return card
  if (card.kind !== 'CARD') throw new Error('only cards are supported')
  if (!sameAccountAs(card, stored, ports.vault)(transaction.key.transactionId))
    return reject('ANOTHER_CARD', 'The card differs from the one the authentication was started with.')
  return card
}

async function cardOf(
  { key, accounts, request }: StoredTransaction,
  call: Call,
  ports: Pick<PayerAuthenticationDependencies, 'vault' | 'clock'>,
): Promise<CardInstrument | Rejection> {
  if (!accounts) return reject('NO_SOURCE_OF_FUNDS', 'Mandatory parameter is missing.')
  const { orderId, transactionId } = key
  const subject = { orderId, transactionId, purpose: 'AUTHENTICATION' }
  const opened = await unsealWithAudit(
    { sealed: accounts, belongsTo: transactionSealContext(key), subject },
    call,
    ports,
  )
  const digits = new Map(JSON.parse(opened) as [string, string][]).get('sourceOfFunds.provided.card.number')
  if (digits === undefined) return reject('NO_SOURCE_OF_FUNDS', 'Mandatory parameter is missing.')
  const expiry = request.sourceOfFunds?.provided?.card?.expiry as Expiry | undefined
  return {
    kind: 'CARD',
    number: new Secret('ACCOUNT', digits),
    ...cardKindOf(digits),
    fundingMethod: fundingMethodOf(digits),
    ...omitUndefined({ expiry }),
  }
}
