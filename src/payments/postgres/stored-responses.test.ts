import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { StoredResponse } from '../ports/stored-messages.ts'
import { compactJson, completeResponse } from './stored-responses.ts'

/** An approved payment, as describe-transaction makes it. */
const paid = {
  merchant: 'SHOP',
  result: 'SUCCESS',
  response: {
    gatewayCode: 'APPROVED',
    acquirerCode: '00',
    acquirerMessage: 'Approved',
    gatewayRecommendation: 'NO_ACTION',
  },
  timeOfRecord: '2026-11-16T22:10:05.420Z',
  timeOfLastUpdate: '2026-11-16T22:10:05.636Z',
  gatewayEntryPoint: 'WEB_SERVICES_API',
  order: {
    id: 'order-1',
    amount: '12.34',
    currency: 'USD',
    merchantAmount: '12.34',
    merchantCurrency: 'USD',
    creationTime: '2026-11-16T22:10:05.420Z',
    lastUpdatedTime: '2026-11-16T22:10:05.636Z',
    totalAuthorizedAmount: '12.34',
    totalCapturedAmount: '12.34',
    totalRefundedAmount: '0',
    totalDisbursedAmount: '0',
    chargeback: { amount: '0', currency: 'USD' },
    status: 'CAPTURED',
  },
  risk: { response: { gatewayCode: 'NOT_CHECKED', review: { decision: 'NOT_REQUIRED' } } },
  authorizationResponse: { responseCode: '00', stan: '000007', posEntryMode: '812' },
  transaction: { id: '1', type: 'PAYMENT', amount: '12.34', currency: 'USD', stan: '000007' },
} as const satisfies StoredResponse

function roundTrip(response: object): unknown {
  return completeResponse(JSON.parse(compactJson(response)))
}

const plain = (response: object): unknown => JSON.parse(JSON.stringify(response))

/** Present or not, with the usual value or another one. */
function variants(group: object): fc.Arbitrary<object> {
  const members = Object.entries(group).map(([name, usual]) =>
    fc
      .constantFrom<unknown>(usual, usual, undefined, '0', '12.34', 'EUR', null, 0, {}, { amount: '0' })
      .map((value) => (value === undefined ? {} : { [name]: value })),
  )
  return fc.tuple(...members).map((parts) => Object.assign({}, ...parts) as object)
}

describe('a stored answer', () => {
  it('leaves out what follows from its other members, and has it again when it is read', () => {
    const json = compactJson(paid)
    assert.deepEqual(roundTrip(paid), paid)
    assert.deepEqual(JSON.parse(json), {
      merchant: 'SHOP',
      response: { gatewayCode: 'APPROVED' },
      timeOfRecord: paid.timeOfRecord,
      timeOfLastUpdate: paid.timeOfLastUpdate,
      order: { id: 'order-1' },
      authorizationResponse: { posEntryMode: '812' },
      transaction: paid.transaction,
      usual: 2 ** 20 - 1,
    })
  })

  it('is read as it is when it was stored with all its members', () => {
    assert.deepEqual(completeResponse(paid), paid)
  })

  it('keeps every member that is different, missing or of another kind', () => {
    const responses = fc
      .tuple(
        variants(paid),
        variants(paid.order),
        variants(paid.response),
        variants(paid.authorizationResponse),
        variants(paid.transaction),
      )
      .map(([rest, order, response, authorizationResponse, transaction]) => ({
        ...rest,
        order,
        response,
        authorizationResponse,
        transaction,
      }))
    fc.assert(
      fc.property(responses, (response) => assert.deepEqual(roundTrip(response), plain(response))),
      { numRuns: 500 },
    )
  })

  it('keeps an answer without groups', () => {
    for (const response of [{}, { result: 'SUCCESS' }, { result: 'PENDING' }, { order: {} }])
      assert.deepEqual(roundTrip(response), response)
  })

  it('has no value left of an undefined member', () => {
    const { status: _, ...order } = paid.order
    assert.deepEqual(roundTrip({ ...paid, order: { ...order, status: undefined } }), { ...paid, order })
  })
})
