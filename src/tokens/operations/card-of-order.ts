// Finds the card that an earlier order was paid with, to store it under a token.
import type { Expiry } from '../../kernel/instrument.ts'
import { type Rejection, reject } from '../../kernel/rejection.ts'
import { Secret } from '../../kernel/secret.ts'
import type { TransactionType } from '../../kernel/transaction-type.ts'
import { transactionSealContext } from '../../keys/ports/seal-context.ts'
import type { Call } from '../../payments/call.ts'
import { unsealWithAudit } from '../../payments/masking/storable-request.ts'
import type { StoredTransaction } from '../../payments/ports/transactions.ts'
import { isSuccessful } from '../../payments/rules/order.ts'
import type { TokenDependencies } from '../dependencies.ts'
import { type AccountToStore, cardToStore } from './account-to-store.ts'

const field = 'referenceOrderId'

/** What a card can be presented with. */
const payments: readonly TransactionType[] = ['AUTHORIZATION', 'CAPTURE', 'PAYMENT', 'VERIFICATION']

/** Wallets of phones and watches, which pay with a device number. */
const deviceWallets: readonly (string | undefined)[] = ['APPLE_PAY', 'CHASE_PAY', 'GOOGLE_PAY', 'SAMSUNG_PAY']

export async function cardOfOrder(
  orderId: string,
  call: Pick<Call, 'merchant' | 'unsealAudit'>,
  ports: Pick<TokenDependencies, 'store' | 'vault' | 'clock'>,
): Promise<AccountToStore | Rejection> {
  const stored = await ports.store.findOrder({ merchantId: call.merchant.id, orderId })
  if (!stored) return reject('UNKNOWN_ORDER', 'There is no order with this id.')
  const paid = stored.transactions.findLast((each) => isSuccessful(each) && isCardPayment(each))
  if (!paid) return refused('The order has no successful payment with a card.')
  const brought = stored.transactions.find(({ key }) => key.transactionId === paid.instrumentTransactionId) ?? paid
  const number = await openNumber(brought, call, ports)
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
    field,
  }
}

function isCardPayment({ type, request }: StoredTransaction): boolean {
  return payments.includes(type) && request.sourceOfFunds?.type === 'CARD'
}

/** Undefined when it was erased because of its age. */
async function openNumber(
  { key, accounts }: StoredTransaction,
  call: Pick<Call, 'merchant' | 'unsealAudit'>,
  ports: Pick<TokenDependencies, 'vault' | 'clock'>,
): Promise<string | undefined> {
  if (!accounts) return undefined
  const { orderId, transactionId } = key
  const subject = { orderId, transactionId, purpose: 'TOKEN' }
  const opened = await unsealWithAudit(
    { sealed: accounts, belongsTo: transactionSealContext(key), subject },
    call,
    ports,
  )
  return new Map(JSON.parse(opened) as [string, string][]).get('sourceOfFunds.provided.card.number')
}

function refused(why: string): Rejection {
  return reject('FIELD_INVALID', `Value is invalid. ${why}`, { field })
}
