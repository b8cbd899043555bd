// The console's settings in a browser: tokens, notifications, passwords and certificates.
import assert from 'node:assert/strict'
import type { Page } from '../../../support/browser/browser.ts'
import { acknowledge, type ConsoleWorld, goTo, openConsoleWorld } from '../../../support/browser/console-browser.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import { keepWindows } from '../../../support/browser/windows/console-windows.ts'
import { eventually } from '../../../support/checks/poll.ts'
import { apiPath, newOrderId, payBody, send } from '../../../support/clients/client.ts'
import { ask, type ConsoleUser, ofMerchant, signedIn } from '../../../support/clients/console.ts'
import { boardMerchant, makeCertificate, type TestCertificate } from '../../../support/fixtures/merchants.ts'
import { testPassword } from '../../../support/gateway/database.ts'
import { accepting, answering, openWebhook } from '../../../support/sites/webhook.ts'

/** What the browser itself says of the refusal that a test asks for. */
const refusedOnce = 'Failed to load resource: the server responded with a status of 422 (Unprocessable Entity)'

describe('settings at the console', () => {
  let world: ConsoleWorld
  let id: string
  let user: ConsoleUser

  before(async () => {
    world = keepWindows(await openConsoleWorld())
    id = (await boardMerchant(world.gateway)).id
    user = await signedIn(world.gateway, { merchantId: id })
  })
  after(() => world.stop())

  const open = (rest: string, options = {}) => world.open(ofMerchant(rest, id), { as: user, ...options })

  const call = (method: string, rest: string, body: object, password = testPassword) =>
    send(world.gateway.listeners.httpUrl ?? '', {
      method,
      path: apiPath(rest, { merchant: id }),
      body,
      login: `merchant.${id}:${password}`,
    })

  async function storeCard(number: string): Promise<string> {
    const card = { number, expiry: { month: '1', year: '39' } }
    return (await call('POST', '/token', { sourceOfFunds: { type: 'CARD', provided: { card } } })).body.token
  }

  const seesMessage = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text }).waitFor()
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true })

  it('finds a token, shows it masked, and deletes it', async () => {
    const kept = await storeCard('5123450000000008')
    const deleted = await storeCard('4508750015741019')
    const page = await open('/tokens')
    await page.getByRole('link', { name: kept }).waitFor()
    await page.getByLabel('Token', { exact: true }).fill(deleted)
    await page.getByRole('link', { name: kept }).waitFor({ state: 'detached' })
    assert.equal(new URL(page.url()).searchParams.get('token'), deleted)
    assert.match(
      (await page.getByRole('row', { name: deleted }).textContent()) ?? '',
      /Valid\s*Visa\s*450875x+1019\s*01\/39/,
    )
    await page.getByRole('link', { name: deleted }).click()
    await page.getByText('450875xxxxxx1019').waitFor()
    assert.doesNotMatch(await page.content(), /4508750015741019/)
    await button(page, 'Delete').click()
    await inDialog(page, 'Delete token').click()
    await seesMessage(page, 'The token was deleted.')
    await page.getByRole('link', { name: kept }).waitFor()
    // What was listed before stands there until the list has been read again.
    await page.getByRole('link', { name: deleted }).waitFor({ state: 'detached' })
    assert.equal((await call('GET', `/token/${deleted}`, {})).body.result, 'ERROR')
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  it('rotates an API credential into a second one with the same scope', async () => {
    const page = await open('/credentials')
    await button(page, 'Create a credential').click()
    await page.getByRole('textbox', { name: 'Name' }).fill('report')
    await page.getByRole('radio', { name: 'Read only' }).check()
    await inDialog(page, 'Create').click()
    await button(page, 'I have saved it').click()
    await page.getByRole('row', { name: /^report Read only/ }).waitFor()
    await button(page, 'Rotate credential report').click()
    await inDialog(page, 'Create new password').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('It is named report 2.').waitFor()
    await button(page, 'I have saved it').click()
    await page.getByRole('row', { name: /^report 2 Read only/ }).waitFor()
    for (const name of ['report', 'report 2']) {
      await button(page, `Revoke credential ${name}`).click()
      await inDialog(page, 'Revoke').click()
      await button(page, `Revoke credential ${name}`).waitFor({ state: 'detached' })
    }
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  it('enables notifications, tests the webhook, and shows and rotates the secrets', async (t) => {
    const webhook = await openWebhook(t, world.gateway.dataDir)
    const page = await open('/webhooks')
    await page.getByLabel('URL').fill('http://shop.example/plain')
    await page.getByLabel('Send notifications').check({ force: true })
    await button(page, 'Save').click()
    await page.locator('input[type=url][aria-invalid=true]').waitFor()
    assert.equal(await page.getByText('were saved').count(), 0)
    await page.getByLabel('URL').fill(webhook.url)
    await button(page, 'Save').click()
    await seesMessage(page, 'were saved')
    await button(page, 'Send test').click()
    await page.getByText('Your server accepted the notification').waitFor()
    assert.equal(webhook.arrivals.length, 1)
    webhook.behave(answering(500))
    await button(page, 'Send test').click()
    await page.getByText('Responded with status 500').waitFor()

    await button(page, 'Show secrets').click()
    const secrets = page.getByRole('dialog').locator('[data-secret]')
    await secrets.first().waitFor()
    const [before] = await secrets.allInnerTexts()
    assert.equal(await secrets.count(), 2)
    await inDialog(page, 'Done').click()
    await button(page, 'Rotate secrets').click()
    await inDialog(page, 'Rotate secrets').click()
    await page.getByText('Rotation in progress').waitFor()
    await button(page, 'Show secrets').click()
    await secrets.nth(3).waitFor()
    const both = await secrets.allInnerTexts()
    assert.equal(both[2], before, 'the one before stays valid')
    assert.notEqual(both[0], before)
    await inDialog(page, 'Done').click()
    await button(page, 'End rotation').click()
    await inDialog(page, 'End rotation').click()
    await button(page, 'Rotate secrets').waitFor()
    assert.deepEqual(page.problems, [refusedOnce])
    await page.close()
  })

  it('replaces a certificate: registers the next one, and revokes the previous one', async () => {
    const [first, second] = [await makeCertificate(world.gateway), await makeCertificate(world.gateway, { days: 60 })]
    const page = await open('/credentials')
    for (const { cert } of [first, second]) {
      await button(page, 'Register a certificate').click()
      await page.getByLabel('Certificate (PEM)').fill(cert)
      await page.getByRole('radio', { name: 'Selected operations' }).check()
      await page.getByRole('combobox', { name: 'Operations' }).fill('All')
      await page.getByRole('option', { name: 'All operations' }).click()
      await page.keyboard.press('Tab')
      await inDialog(page, 'Register').click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    const rowOf = ({ fingerprint }: TestCertificate) =>
      page.getByRole('row').filter({ hasText: fingerprint.slice(0, 16) })
    await rowOf(first).filter({ hasText: 'Valid' }).waitFor()
    await rowOf(second).filter({ hasText: 'Valid' }).waitFor()
    await rowOf(first).getByRole('button').click()
    await inDialog(page, 'Revoke').click()
    await seesMessage(page, 'The certificate was revoked.')
    await rowOf(first).filter({ hasText: 'Revoked' }).waitFor()
    assert.equal(await rowOf(second).filter({ hasText: 'Valid' }).count(), 1, 'the next one stays')
    const kept = await world.gateway.query<{ fingerprint: string }>(
      `select fingerprint from merchant_certificates where merchant_id = $1 and revoked_at is null`,
      [id],
    )
    assert.deepEqual(kept, [{ fingerprint: second.fingerprint }])
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  it('shows the delivery of a notification, and sends it again', async (t) => {
    const webhook = await openWebhook(t, world.gateway.dataDir)
    const orderId = newOrderId()
    const by = { actor: 'tester', at: new Date() }
    await world.gateway.dependencies.webhookSettings.change(id, { isEnabled: true, url: webhook.url }, by)
    await call('PUT', `/order/${orderId}/transaction/1`, payBody())
    const path = ofMerchant(`/deliveries?orderId=${orderId}`, id)
    // The list is read again now and then; it need not be, when it is opened after the delivery.
    await eventually(
      async () => (await ask(world.gateway, { path, as: user })).text,
      (text) => text.includes('"DELIVERED"'),
    )
    const page = await open(`/deliveries?orderId=${orderId}`)
    await page.getByRole('row').filter({ hasText: orderId }).filter({ hasText: 'Delivered' }).waitFor()
    assert.match(await page.getByLabel('Order').inputValue(), new RegExp(orderId))
    await page.getByRole('row').filter({ hasText: orderId }).getByRole('link').click()
    await page.getByRole('heading', { name: 'Attempts' }).waitFor()
    const body = (await page.getByRole('region', { name: 'Body' }).textContent()) ?? ''
    assert.match(body, new RegExp(`"id": "${orderId}"`))
    assert.match(body, /512345xxxxxx0008/)
    await button(page, 'Replay').click()
    await acknowledge(page, '1 notification queued for replay.')
    await page.getByRole('row').nth(2).waitFor({ timeout: 30_000 })
    assert.equal(webhook.arrivals.filter((arrival) => arrival.orderId === orderId).length, 2)

    await page.getByRole('link', { name: orderId }).click()
    await page.getByRole('link', { name: /^Notification delivered/ }).waitFor()
    await page.getByRole('link', { name: 'Delivery log' }).click()
    await button(page, 'Replay by time').click()
    await page.getByRole('dialog').getByLabel('From').fill('2026-01-01T00:00')
    await inDialog(page, 'Replay').click()
    await seesMessage(page, /notifications? queued for replay/)
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  it('sends pending notifications now: one on its page, and those selected in the log', async (t) => {
    const webhook = await openWebhook(t, world.gateway.dataDir, answering(500))
    const by = { actor: 'tester', at: new Date() }
    await world.gateway.dependencies.webhookSettings.change(id, { isEnabled: true, url: webhook.url }, by)
    const orders = [newOrderId(), newOrderId()]
    for (const orderId of orders) {
      await call('PUT', `/order/${orderId}/transaction/1`, payBody())
      const path = ofMerchant(`/deliveries?orderId=${orderId}`, id)
      await eventually(
        async () => (await ask(world.gateway, { path, as: user })).body.rows[0],
        ({ attempts }) => attempts === 1,
      )
    }
    webhook.behave(accepting)
    const [first = '', second = ''] = orders
    const page = await open(`/deliveries?orderId=${first}`)
    const row = page.getByRole('row').filter({ hasText: first })
    await row.getByRole('link').click()
    await button(page, 'Send now').click()
    await acknowledge(page, '1 notification being sent.')
    await button(page, 'Replay').waitFor()

    await goTo(page, ofMerchant(`/deliveries?orderId=${second}`, id))
    await page.getByRole('row').filter({ hasText: second }).getByRole('checkbox').check()
    assert.equal(await button(page, 'Replay').isDisabled(), true, 'a pending one is not replayed')
    await button(page, 'Send now').click()
    await acknowledge(page, '1 notification being sent.')
    await eventually(
      async () => webhook.arrivals.filter(({ orderId, attempt }) => orderId === second && attempt === 2),
      (arrivals) => arrivals.length === 1,
    )
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  it('replaces an API credential: creates another, whose password is shown once, and revokes the first', async () => {
    const page = await open('/credentials')
    await button(page, 'Create a credential').click()
    await page.getByLabel('Name').fill('shop')
    await page.getByRole('radio', { name: 'Full access' }).check()
    await page.keyboard.press('Tab')
    await inDialog(page, 'Create').click()
    const message = page.getByRole('dialog').locator('[data-secret]')
    await message.first().waitFor()
    const password = (await message.first().textContent()) ?? ''
    assert.match(password, /^[0-9a-f]{32}$/)
    await inDialog(page, 'I have saved it').click()
    await message.first().waitFor({ state: 'detached' })
    assert.doesNotMatch(await page.content(), new RegExp(password))
    await button(page, 'Revoke credential default 1').click()
    await inDialog(page, 'Revoke').click()
    await seesMessage(page, 'The credential was revoked.')
    await button(page, 'Revoke credential default 1').waitFor({ state: 'detached' })
    assert.equal(await button(page, 'Revoke credential shop').isDisabled(), true, 'the last one stays')
    const pay = (by: string) => call('PUT', `/order/${newOrderId()}/transaction/1`, payBody(), by)
    // The gateway may know a merchant for a moment as it was.
    await eventually(async () => ((await pay(testPassword)).status === 401 ? true : undefined))
    assert.equal((await pay(password)).body.result, 'SUCCESS')

    await button(page, 'Create a reporting password').click()
    await inDialog(page, 'Create').click()
    await message.first().waitFor()
    await inDialog(page, 'I have saved it').click()
    await button(page, 'Revoke reporting password 1').click()
    await inDialog(page, 'Revoke').click()
    await page.getByText('No reporting password').waitFor()
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  it('offers no change to users who may only read', async () => {
    const as = await signedIn(world.gateway, { merchantId: id, permissions: ['VIEW'] })
    const page = await open('/webhooks', { as })
    await page.getByRole('heading', { name: 'Destination' }).waitFor()
    assert.equal((await button(page, 'Save').count()) + (await button(page, 'Show secrets').count()), 0)
    assert.equal(await page.getByRole('link', { name: 'API access' }).count(), 0)
    await goTo(page, ofMerchant('/credentials', id))
    await page.getByText('Access denied').waitFor()
    await page.close()
  })
})
