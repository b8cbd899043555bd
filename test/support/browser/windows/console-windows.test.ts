// Windows of the console that tests use one after another.
import assert from 'node:assert/strict'
import { ofMerchant, signedIn } from '../../clients/console.ts'
import { boardMerchant } from '../../fixtures/merchants.ts'
import { openConsoleWorld } from '../console-browser.ts'
import { after, describe, it } from '../test.ts'
import { keepWindows } from './console-windows.ts'

/** One call after another, of which the page itself knows nothing. */
const keepAsking = `{
  window.statuses = []
  const ask = () => {
    const call = new XMLHttpRequest()
    call.open('GET', '/console/api/session')
    call.onload = () => {
      window.statuses.push(call.status)
      ask()
    }
    call.send()
  }
  ask()
}`

describe('a window of the console that is used again', () => {
  it('is signed in all the while, so that a late call of the page before does not sign out', async () => {
    const world = keepWindows(await openConsoleWorld())
    after(() => world.stop())
    const { id: merchantId } = await boardMerchant(world.gateway)
    const [user, colleague] = await Promise.all([1, 2].map(() => signedIn(world.gateway, { merchantId })))
    const first = await world.open(ofMerchant('/orders', merchantId), { as: user ?? assert.fail() })
    await first.evaluate(keepAsking)
    await first.close()
    for (const as of [user, colleague]) {
      const again = await world.open(ofMerchant('/orders', merchantId), { as: as ?? assert.fail() })
      const statuses = await again.evaluate<number[]>('window.statuses')
      assert.ok(statuses.length > 0, 'the same document is used again')
      assert.deepEqual([...new Set(statuses)], [200])
      await again.close()
    }
  })
})
