import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { allowedMethods, parseApiPath } from './routes.ts'

const merchant = '/api/rest/version/100/merchant/TESTMERCHANT'

function found(path: string) {
  const parsed = parseApiPath(path)
  assert.ok(parsed.kind === 'API', path)
  return parsed
}

describe('a path of the API', () => {
  it('may be the merchant itself, with a slash or without', () => {
    for (const path of [merchant, `${merchant}/`, `${merchant}?correlationId=1`]) {
      const { merchantId, operations } = found(path)
      assert.equal(merchantId, 'TESTMERCHANT')
      assert.deepEqual(
        operations.get('POST')?.map(({ name }) => name),
        ['TOKENIZE_BROWSER_PAYMENT'],
      )
    }
    assert.equal(allowedMethods(found(merchant)), 'OPTIONS, POST')
  })

  it('may lead to one operation by two methods', () => {
    const { operations } = found(`${merchant}/paymentOptionsInquiry`)
    assert.deepEqual([...operations.keys()].toSorted(), ['GET', 'POST'])
    for (const [, here] of operations)
      assert.deepEqual(
        here.map(({ name }) => name),
        ['PAYMENT_OPTIONS_INQUIRY'],
      )
  })

  it('may lead to a different operation by each method', () => {
    const { operations, ids } = found(`${merchant}/3DSecureId/a%2Fb`)
    assert.equal(ids['threeDSecureId'], 'a/b')
    const named = [...operations].map(([method, [operation]]) => `${method} ${operation?.name}`)
    assert.deepEqual(named.toSorted(), [
      'GET RETRIEVE_3DS_RESULT',
      'POST PROCESS_ACS_RESULT',
      'PUT CHECK_3DS_ENROLLMENT',
    ])
    assert.equal(operations.get('PUT')?.[0]?.route.ids['threeDSecureId']?.field, '3DSecureId')
  })
})
