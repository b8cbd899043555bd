// Wallets in a real browser: a user replaces the key that payment pages use.
import assert from 'node:assert/strict'
import { roles } from '../../../../src/kernel/user.ts'
import { createWalletKey } from '../../../../src/wallets/operations/manage-wallets.ts'
import { type ConsoleWorld, openConsoleWorld } from '../../../support/browser/console-browser.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import { ofMerchant, signedIn } from '../../../support/clients/console.ts'
import { boardMerchant, testerStamp } from '../../../support/fixtures/merchants.ts'

describe('the wallets of a merchant at the console', () => {
  let world: ConsoleWorld
  before(async () => {
    world = await openConsoleWorld()
  })
  after(() => world.stop())

  it('have a key in use, which a user replaces after a question, with a warning before it is removed', async () => {
    const { id: merchantId } = await boardMerchant(world.gateway)
    const { dependencies } = world.gateway
    for (const identifier of ['BCR2DN4TZXCFW3QX', 'BCR2DN4TZXCFW3QY']) {
      const created = await createWalletKey(
        { merchantId, wallet: 'GOOGLE_PAY', identifier },
        testerStamp(),
        dependencies,
      )
      assert.equal(created.kind, 'ADDED')
    }
    const as = await signedIn(world.gateway, { merchantId, permissions: roles.DEVELOPER })
    const page = await world.open(ofMerchant('/wallets', merchantId), { as })
    await page.getByText('No key is in use. Register one with the wallet, then put it in use.').waitFor()
    const rowOf = (identifier: string) => page.getByRole('row').filter({ hasText: identifier })
    for (const [identifier, other] of [
      ['BCR2DN4TZXCFW3QX', 'BCR2DN4TZXCFW3QY'],
      ['BCR2DN4TZXCFW3QY', 'BCR2DN4TZXCFW3QX'],
    ] as const) {
      await page.getByRole('button', { name: `Put in use: ${identifier}` }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('While Google does not know it, payments with Google Pay fail').waitFor()
      await dialog.getByRole('button', { name: 'Put in use' }).click()
      await rowOf(identifier).getByText('In use', { exact: true }).waitFor()
      await rowOf(other).getByText('Not in use', { exact: true }).waitFor()
      assert.equal(await page.getByRole('button', { name: `Put in use: ${identifier}` }).count(), 0)
    }
    await page.getByRole('button', { name: 'Remove key BCR2DN4TZXCFW3QY' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('payment pages do not offer Google Pay until another key is put in use').waitFor()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('The key was removed.').waitFor()
    await page.getByText('No key is in use. Register one with the wallet, then put it in use.').waitFor()
    await page.close()
  })
})
