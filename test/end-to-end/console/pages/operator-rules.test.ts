// What the operator decides for all merchants and in a merchant's profile, in a browser.
import assert from 'node:assert/strict'
import type { Page, WatchedPage } from '../../../support/browser/browser.ts'
import { acknowledge, type ConsoleWorld, openConsoleWorld } from '../../../support/browser/console-browser.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import { comeBackLater } from '../../../support/browser/windows/console-visits.ts'
import { keepWindows } from '../../../support/browser/windows/console-windows.ts'
import { until } from '../../../support/checks/poll.ts'
import { payBody } from '../../../support/clients/client.ts'
import { ask, type ConsoleUser, ofMerchant, operatorsUser, signedIn } from '../../../support/clients/console.ts'
import { openShop, orderOf } from '../../../support/clients/shop.ts'
import { boardMerchant } from '../../../support/fixtures/merchants.ts'

/** What the browser itself says of a refusal that a test asks for. */
const refusedOnce = 'Failed to load resource: the server responded with a status of 422 (Unprocessable Entity)'

describe("the operator's settings at the console", () => {
  let world: ConsoleWorld
  let id: string
  let user: ConsoleUser
  let operators: ConsoleUser

  before(async () => {
    world = keepWindows(await openConsoleWorld({ ownGateway: true }))
    id = (await boardMerchant(world.gateway, { profile: { providers: [] } })).id
    user = await signedIn(world.gateway, { merchantId: id })
    operators = await operatorsUser(world.gateway)
  })
  after(() => world.stop())

  const open = (path: string) => world.open(path, { as: operators })
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true })
  const choose = async (page: Page, label: string, option: string) => {
    await page.getByLabel(label, { exact: true }).first().press('ArrowDown')
    await page.getByRole('option', { name: option, exact: true }).click()
  }

  it('add a rule for all merchants and remove it; a merchant sees only its own', async () => {
    const page = await open('/')
    await page.getByRole('link', { name: 'Risk rules' }).click()
    await page.getByText('No risk rules yet').waitFor()
    await button(page, 'Add rule').click()
    await page.getByLabel('First digits of the card number').fill('512345')
    await page.getByRole('radio', { name: /^Reject/ }).check()
    await inDialog(page, 'Add rule').click()
    await page.getByRole('row', { name: /512345.*Reject/ }).waitFor()
    const { body } = await openShop(world.gateway, id).put(payBody())
    assert.equal(body.risk.response.rule[0].name, 'MSO_BIN_RANGE', 'the rule holds for a merchant’s payment')
    assert.deepEqual(page.problems, [])
    await page.close()

    const ofTheirs = await world.open(ofMerchant('/risk-rules', id), { as: user })
    await ofTheirs.getByText('No risk rules yet').waitFor()
    await ofTheirs.close()

    const later = await open('/risk-rules')
    await button(later, 'Remove rule: 512345').click()
    await inDialog(later, 'Remove rule').click()
    await later.getByText('No risk rules yet').waitFor()
    assert.deepEqual(later.problems, [])
    await later.close()
  })

  it('list a card as suspect for all merchants by a payment of one, and remove it', async () => {
    const orderId = await orderOf(openShop(world.gateway, id), payBody())
    const page = await open('/risk-cards')
    await button(page, 'Add card from a payment').click()
    await page.getByLabel('Merchant ID').fill(id)
    assert.equal(await page.getByRole('radio', { name: 'Trusted' }).count(), 0)
    await page.getByLabel('Order', { exact: true }).fill(orderId)
    await page.getByLabel('Transaction', { exact: true }).fill('1')
    await inDialog(page, 'Add card').click()
    await page.getByRole('row', { name: /512345xxxxxx0008.*Suspect/ }).waitFor()
    await button(page, /Remove 512345xxxxxx0008/).click()
    await inDialog(page, 'Remove card').click()
    await page.getByText('No listed cards').waitFor()
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  describe('in a merchant’s profile', () => {
    /** The form is the largest page of the console: the tests go on with it. */
    let page: WatchedPage
    before(async () => {
      page = await open(ofMerchant('/profile', id))
    })
    after(() => page.close())

    it('give a merchant providers, sources of funds and operations, which the merchant sees', async () => {
      await choose(page, 'Provider A', 'simulated-provider-a')
      await page.getByLabel('Merchant account at Provider A').fill('ACCOUNT-1')
      await choose(page, 'Payment methods', 'Gift cards')
      await choose(page, 'Payment methods', 'Cards')
      await choose(page, 'Operations', 'Verify')
      assert.equal(await page.getByLabel('Route 1: acquirer link').first().inputValue(), 'simulator')
      await button(page, 'Save profile').click()
      await acknowledge(page, 'The profile was saved.')
      assert.deepEqual(page.problems, [])
      await page.close()
      const access = await world.gateway.administration.merchants.find(id)
      const { providers, sources, operations } = access?.merchant.profile ?? assert.fail('the merchant is gone')
      assert.deepEqual(providers, [{ provider: 'PROVIDER_A', adapter: 'simulated-provider-a', account: 'ACCOUNT-1' }])
      assert.deepEqual([sources.toSorted(), operations], [['CARD', 'GIFT_CARD'], ['VERIFY']])

      const seen = await world.open(ofMerchant('/profile', id), { as: user })
      await seen.getByText('Account ACCOUNT-1').waitFor()
      await seen.getByText('Gift cards, Cards').waitFor()
      await seen.close()

      // What one user has read is not known to the next: it is read again.
      page = await open(ofMerchant('/profile', id))
      assert.equal(await page.getByLabel('Merchant account at Provider A').inputValue(), 'ACCOUNT-1')
      await choose(page, 'Provider A', 'Not offered')
      await button(page, 'Save profile').click()
      await acknowledge(page, 'The profile was saved.')
      const later = await world.gateway.administration.merchants.find(id)
      assert.deepEqual(later?.merchant.profile.providers, [])
      assert.deepEqual(page.problems, [])
    })

    it('give a merchant’s payment pages a colour, a font and a logo, which payers see', async () => {
      await page.getByLabel('Colour', { exact: true }).fill('#12')
      await button(page, 'Save profile').click()
      await page
        .locator('input[aria-invalid=true]')
        .and(page.getByLabel('Colour', { exact: true }))
        .waitFor()
      await page.getByLabel('Colour', { exact: true }).fill('#7A1F5C')
      await choose(page, 'Font', 'Serif (Charter, Georgia)')
      await button(page, 'Save profile').click()
      await acknowledge(page, 'The profile was saved.')
      const picture = Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      )
      const upload = async (name: string, buffer: Buffer) => {
        const [chooser] = await Promise.all([
          page.waitForEvent('filechooser'),
          button(page, /^(Upload|Replace) logo$/).click(),
        ])
        await chooser.setFiles({ name, mimeType: 'image/png', buffer })
      }
      await upload('drawing.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
      await page.getByText('The logo must be a PNG, JPEG or WebP picture.').waitFor()
      await upload('logo.png', picture)
      await acknowledge(page, 'The logo was saved.')
      const logo = page.getByRole('img', { name: 'Logo on payment pages' })
      await logo.waitFor()
      const width = () => logo.evaluate((image: { naturalWidth: number }) => image.naturalWidth)
      await until(async () => (await width()) === 1, 'the picture is loaded')
      const access = await world.gateway.administration.merchants.find(id)
      const { pageColour, pageFont, pageLogo } = access?.merchant.profile ?? assert.fail('the merchant is gone')
      assert.deepEqual([pageColour, pageFont], ['#7a1f5c', 'SERIF'])
      assert.match(pageLogo, /^[0-9a-f]{64}$/)
      await button(page, 'Remove logo').click()
      await acknowledge(page, 'The logo was removed.')
      assert.deepEqual(page.problems, [refusedOnce, refusedOnce])
    })

    it('change a profile without undoing what another user has changed meanwhile', async () => {
      await page.getByLabel('Name', { exact: true }).fill('Teapots')
      const others = { refundsNeedApproval: true }
      const changed = { method: 'PUT', path: ofMerchant('/profile', id), body: others, as: operators }
      assert.equal((await ask(world.gateway, changed)).status, 200)
      await comeBackLater(page)
      await page.getByRole('switch', { name: /^Manual refunds require approval/, checked: true }).waitFor()
      await button(page, 'Save profile').click()
      await acknowledge(page, 'The profile was saved.')
      const access = await world.gateway.administration.merchants.find(id)
      const { name, refundsNeedApproval } = access?.merchant.profile ?? assert.fail('the merchant is gone')
      assert.deepEqual([name, refundsNeedApproval], ['Teapots', true])
    })
  })

  it('create a token repository, which one merchant is added with and another moves to', async () => {
    const page = await open('/token-repositories')
    await button(page, 'Create repository').click()
    await page.getByLabel('ID', { exact: true }).fill('GROUP1')
    await page.getByLabel('Request scheme tokens from card schemes').check({ force: true })
    await inDialog(page, 'Create').click()
    await page.getByRole('row', { name: /GROUP1.*Random.*Yes/ }).waitFor()

    await page.getByRole('link', { name: 'Merchants', exact: true }).click()
    await page.getByRole('link', { name: 'Create merchant' }).click()
    await page.getByLabel('Merchant ID').fill('SHARER')
    await button(page, 'Next: Acquirer').click()
    await button(page, 'Next: Currencies and limits').click()
    await choose(page, 'Token repository', 'GROUP1')
    for (const step of ['Page and webhooks', 'Users and credentials', 'Summary'])
      await button(page, `Next: ${step}`).click()
    await button(page, 'Create merchant').click()
    await button(page, 'I have saved them').click()
    await page.waitForURL(/\/merchants\/SHARER$/)
    await page.close()

    // Where refunds need approval, a second user would have to approve the repository, too.
    const { id: mover } = await boardMerchant(world.gateway)
    const profile = await open(ofMerchant('/profile', mover))
    await choose(profile, 'Token repository', 'GROUP1')
    await button(profile, 'Save profile').click()
    await acknowledge(profile, 'The profile was saved.')
    await profile.close()

    const list = await open('/token-repositories')
    await list.getByRole('row', { name: new RegExp(`GROUP1.*(${mover}.*SHARER|SHARER.*${mover})`) }).waitFor()
    await button(list, 'Edit GROUP1').click()
    await list.getByLabel('Update stored cards automatically').check({ force: true })
    await inDialog(list, 'Save').click()
    await acknowledge(list, 'The repository was changed.')
    const found = await world.gateway.administration.tokenRepositories.find('GROUP1')
    assert.deepEqual([found?.repository.hasMaintenance, found?.repository.hasSchemeTokens], [true, true])
    assert.deepEqual(list.problems, [])
    await list.close()
  })
})
