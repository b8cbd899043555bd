import { describe, it } from 'node:test'
import { askContract, leastTransactionResponse } from '../../../test/support/checks/contract.ts'
import { updateBrowserPayment } from './update-browser-payment.ts'

const every = [15, 30, 31, 50, 100] as const
const { accepts, refuses, answers } = askContract(updateBrowserPayment, () => ({
  apiOperation: 'UPDATE_BROWSER_PAYMENT',
}))

describe('Update Browser Payment', () => {
  it('needs nothing but its name', () => {
    accepts(every, {})
    accepts(every, { correlationId: 'c', session: { id: 'S'.repeat(31), version: '0123456789' } })
    refuses(every, { session: { id: 'S'.repeat(30) } }, 'session.id')
    refuses(every, { session: { version: '012345678' } }, 'session.version')
  })

  it('takes no fields that change something', () => {
    refuses(every, { order: { amount: '1' } }, 'order', 'UNSUPPORTED')
  })

  it("answers with the provider's response", () => {
    for (const version of every)
      answers(version, { ...leastTransactionResponse, result: 'PENDING', response: { gatewayCode: 'SUBMITTED' } })
  })
})
