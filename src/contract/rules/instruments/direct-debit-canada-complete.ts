// The rows require every member of a Canadian bank account that is sent; this rule requires that one is sent.
import { reject } from '../../../domain/rejection.ts'
import type { ContractRule } from '../../rule.ts'
import { findText, findValue } from '../find-value.ts'

const account = 'sourceOfFunds.provided.directDebitCanada'
const places = [account, 'session.id', 'sourceOfFunds.token'] as const

export const directDebitCanadaComplete: ContractRule = {
  name: 'direct-debit-canada-complete',
  says: 'With sourceOfFunds.type DIRECT_DEBIT_CANADA the whole bank account is sent, unless a session or a token may have it.',
  check(request) {
    if (findText(request, 'sourceOfFunds.type') !== 'DIRECT_DEBIT_CANADA') return undefined
    if (places.some((path) => findValue(request, path) !== undefined)) return undefined
    return reject('FIELD_MISSING', 'Mandatory parameter is missing: the bank account is not there.', {
      field: `${account}.accountType`,
    })
  },
}
