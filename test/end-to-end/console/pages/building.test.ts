// The console of a new clone: built beside the start, which does not wait for it.
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { consoleFingerprint } from '../../../../src/console/build/fingerprint.ts'
import { launchBrowser, openPage } from '../../../support/browser/browser.ts'
import { fillSignIn, untilTitled } from '../../../support/browser/console-browser.ts'
import { describe, it } from '../../../support/browser/test.ts'
import { newOrderId } from '../../../support/clients/client.ts'
import { cloneRepository, startClone } from '../../../support/gateway/clone.ts'
import { verifyOn } from '../../../support/gateway/process.ts'

describe('the console of a new clone', () => {
  it('is built beside payments, comes by itself to a page that waits for it, and lets the demo user in', async (t) => {
    const browser = await launchBrowser()
    t.after(() => browser.close())
    const root = await cloneRepository(t)
    const gateway = await startClone(t, root)
    const first = await fetch(`${gateway.httpUrl}/console`)
    assert.equal(first.status, 503)
    assert.match(await first.text(), /Building the console[\s\S]*reloads automatically/)
    const { body } = await verifyOn(gateway, { orderId: newOrderId() })
    assert.equal(body.result, 'SUCCESS')
    const page = await openPage(browser)
    await page.goto(`${gateway.httpUrl}/console`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor({ timeout: 90_000 })
    // No release takes it for its own, which is compressed as well as can be.
    assert.deepEqual(await readdir(join(root, 'build', 'console')), [`${consoleFingerprint()}-sandbox`])

    // By what the start printed.
    const [, password = ''] = /Password +(\S+)/.exec(gateway.stdout) ?? assert.fail('no password was printed')
    await fillSignIn(page, { merchantId: 'TESTMERCHANT', login: 'demo', password })
    await untilTitled(page, 'Dashboard')
  })
})
