// An acquirer is chosen by currency, so verifying a card at one needs a currency although no money moves.
import { reject } from '../../../domain/rejection.ts'
import type { ContractRule } from '../../rule.ts'
import { findText, findValue } from '../find-value.ts'

const currencies = ['order.currency', 'transaction.currency'] as const

export const acquirerVerificationNeedsCurrency: ContractRule = {
  name: 'acquirer-verification-needs-currency',
  says: 'With verificationStrategy ACQUIRER a currency is sent, unless a session may have it.',
  check(request) {
    if (findText(request, 'verificationStrategy') !== 'ACQUIRER') return undefined
    if (currencies.some((path) => findText(request, path) !== undefined)) return undefined
    if (findValue(request, 'session.id') !== undefined) return undefined
    return reject('FIELD_MISSING', 'Mandatory parameter is missing: an acquirer verifies in a currency.', {
      field: 'transaction.currency',
    })
  },
}
