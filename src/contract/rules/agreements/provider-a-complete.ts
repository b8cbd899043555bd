// Provider A has two ways to end and two places to commit, so the request must specify which.
import { reject } from '../../../domain/rejection.ts'
import type { ContractRule } from '../../rule.ts'
import { findText, findValue } from '../find-value.ts'

const needed = ['browserPayment.operation', 'browserPayment.providerA.paymentConfirmation'] as const

export const providerAComplete: ContractRule = {
  name: 'provider-a-complete',
  says: 'A payment with provider A says whether to authorize or to pay, and where the payer confirms it.',
  check(request) {
    if (findText(request, 'sourceOfFunds.type') !== 'PROVIDER_A') return undefined
    const field = needed.find((path) => findValue(request, path) === undefined)
    return field && reject('FIELD_MISSING', 'Mandatory parameter is missing: provider A needs it.', { field })
  },
}
