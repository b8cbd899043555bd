// Presents an answer to its caller: masked as the merchant's profile says, or with account numbers in clear for a
// caller who may see them and requests them, which is recorded in the audit log first.

import { omitUndefined } from '../../domain/omit-undefined.ts'
import type { StoredOrder, StoredTransaction, TransactionKey } from '../../ports/payments/transactions.ts'
import type { Call, OperationResponse, Ports } from '../call.ts'
import { deviceResponseOf } from '../payer-authentication/device-response.ts'
import { maskFurther, mayUnmask, unmaskAccounts } from './mask-response.ts'
import { openAccounts } from './seal-accounts.ts'

type ShowPorts = Pick<Ports, 'store' | 'vault' | 'audit' | 'clock'>

export async function presentResponse(
  call: Call,
  response: OperationResponse,
  ports: ShowPorts,
): Promise<OperationResponse> {
  const { merchant, key, reader } = call
  const answered = call.isDevice ? deviceResponseOf(response, call) : response
  const answer = maskFurther(answered.answer, merchant.profile.cardMasking) as OperationResponse['answer']
  if (!mayUnmask({ merchant, ...reader })) return { ...answered, answer }
  const clear = answered.reveal ? await answered.reveal() : await revealOrder(answer, key, ports)
  if (clear === answer) return { ...answered, answer }
  // Committed before anyone sees the values that the entry is about.
  await ports.audit.append({
    merchantId: merchant.id,
    actor: `merchant.${merchant.id}`,
    action: 'ACCOUNTS_UNMASKED',
    subject: subjectOf(call),
    at: ports.clock.now(),
  })
  return { ...answered, answer: clear }
}

/** What was shown, by the names in the path. The id of a session is a credential and is left out. */
function subjectOf({ key: { orderId, transactionId }, tokenId, sessionId }: Call): object {
  return {
    ...(orderId && { orderId }),
    ...(transactionId && { transactionId }),
    ...omitUndefined({ token: tokenId }),
    ...(sessionId !== undefined && { session: true }),
  }
}

async function revealOrder<A extends OperationResponse['answer']>(
  answer: A,
  key: TransactionKey,
  ports: ShowPorts,
): Promise<A> {
  const stored = key.orderId ? await ports.store.findOrder(key) : undefined
  return stored ? unmaskResponse(answer, stored, ports) : answer
}

/** The same answer when there is nothing to unmask. */
async function unmaskResponse<A extends OperationResponse['answer']>(
  answer: A,
  stored: StoredOrder,
  ports: ShowPorts,
): Promise<A> {
  const { transaction } = answer as { transaction?: unknown }
  if (!Array.isArray(transaction)) {
    const { id } = transaction as { id: string }
    return unmaskAccounts(answer, await accountsOf(id, stored, ports)) as A
  }
  const each = await Promise.all(
    transaction.map(async (member: { transaction: { id: string } }) =>
      unmaskAccounts(member, await accountsOf(member.transaction.id, stored, ports)),
    ),
  )
  const newest = stored.transactions.at(-1)?.key.transactionId ?? ''
  const whole = unmaskAccounts(answer, await accountsOf(newest, stored, ports)) as A
  const isSame = whole === answer && each.every((member, index) => member === transaction[index])
  return isSame ? answer : { ...whole, transaction: each }
}

/** A transaction's own account numbers, and those of the instrument it moved. */
async function accountsOf(
  transactionId: string,
  { transactions }: StoredOrder,
  { vault }: Pick<Ports, 'vault'>,
): Promise<ReadonlyMap<string, string>> {
  const find = (id: string | undefined) => transactions.find(({ key }) => key.transactionId === id)
  const own = find(transactionId)
  const open = async (transaction: StoredTransaction | undefined) =>
    transaction?.accounts ? [...(await openAccounts(transaction.accounts, transaction.key, vault))] : []
  const brought = await open(find(own?.instrumentTransactionId))
  return new Map([...brought.filter(([path]) => path.startsWith('sourceOfFunds.')), ...(await open(own))])
}
