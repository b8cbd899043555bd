// What users choose for themselves at the console.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { ask, type ConsoleUser, operatorsUser, signedIn } from '../../support/clients/console.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let merchantId: string
before(async () => {
  gateway = await sharedGateway()
  merchantId = (await boardMerchant(gateway)).id
})

const change = (as: ConsoleUser, body: object) => ask(gateway, { method: 'PUT', path: '/preferences', body, as })
const kept = async (as: ConsoleUser) => (await ask(gateway, { path: '/session', as })).body.preferences

const view = { list: 'orders', name: 'Declined', query: 'status=FAILED' }

describe('the preferences of a user', () => {
  it('are empty at the beginning, come with the session, and change member by member', async () => {
    const as = await signedIn(gateway, { merchantId, permissions: ['VIEW'] })
    assert.deepEqual(await kept(as), {})
    const first = await change(as, { timeZone: 'Asia/Tokyo', views: [view] })
    assert.deepEqual([first.status, first.body], [200, { timeZone: 'Asia/Tokyo', views: [view] }], first.text)
    const columns = [{ list: 'orders', shown: ['Status', 'Opened'] }]
    await change(as, { columns, hasKeyShortcuts: false })
    await change(as, { timeZone: 'browser' })
    assert.deepEqual(await kept(as), { timeZone: 'browser', views: [view], columns, hasKeyShortcuts: false })
    await change(as, { views: [] })
    assert.deepEqual((await kept(as)).views, [])
  })

  it('are their own, of the operator’s users, too', async () => {
    const [one, other] = [await signedIn(gateway, { merchantId }), await signedIn(gateway, { merchantId })]
    const operator = await operatorsUser(gateway, ['VIEW'])
    await change(one, { timeZone: 'Europe/Paris' })
    await change(operator, { timeZone: 'Europe/Rome' })
    assert.deepEqual([await kept(other), (await kept(operator)).timeZone], [{}, 'Europe/Rome'])
  })

  it('must be zones that exist, short texts without card numbers, and not too many', async () => {
    const as = await signedIn(gateway, { merchantId })
    const number = '5123450000000008'
    for (const [body, field] of [
      [{ timeZone: 'Europe/Atlantis' }, 'timeZone'],
      [{ views: [{ ...view, query: `orderId=${number}` }] }, 'views[0].query'],
      [{ views: [{ list: 'orders', name: '' }] }, 'views[0].name'],
      [{ views: Array.from({ length: 51 }, () => view) }, 'views'],
      [{ colour: 'red' }, 'colour'],
    ] as const) {
      const response = await change(as, body)
      assert.deepEqual([response.status, response.body.field], [422, field], response.text)
      assert.ok(!response.text.includes(number))
    }
    assert.deepEqual(await kept(as), {})
  })

  it('are deleted with the user', async () => {
    const as = await signedIn(gateway, { merchantId })
    await change(as, { timeZone: 'UTC' })
    const count = async () =>
      (
        await gateway.query('select from user_preferences where merchant_id = $1 and login = $2', [
          merchantId,
          as.login,
        ])
      ).length
    assert.equal(await count(), 1)
    await gateway.dependencies.users.remove(as, { actor: 'a test', at: new Date() })
    assert.equal(await count(), 0)
  })
})
