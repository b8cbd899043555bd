// Alerts in the console: two users of the operator, in two languages; and the address that a user confirms for them.
import assert from 'node:assert/strict'
import type { WatchedPage } from '../../../support/browser/browser.ts'
import {
  acknowledge,
  type ConsoleWorld,
  goTo,
  openConsoleWorld,
  takePicture,
  textOf,
  untilIdle,
  untilTitled,
} from '../../../support/browser/console-browser.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import { ask, type ConsoleUser, operatorsUser, signedIn } from '../../../support/clients/console.ts'

const merchantId = 'TESTMERCHANT'

describe('alerts in the console', () => {
  let world: ConsoleWorld
  let ann: ConsoleUser
  let ben: ConsoleUser
  let page: WatchedPage
  let german: WatchedPage
  const hadMailServer = { hasMailServer: false }

  before(async () => {
    world = await openConsoleWorld()
    const { dependencies } = world.gateway
    hadMailServer.hasMailServer = dependencies.hasMailServer
    // What is queued is not sent here; the test reads the code where the e-mail would get it.
    Object.assign(dependencies, { hasMailServer: true })
    ann = await operatorsUser(world.gateway)
    ben = await operatorsUser(world.gateway, ['VIEW'])
    await ask(world.gateway, { method: 'PUT', path: '/preferences', body: { language: 'de' }, as: ben })
    const controls = { refundsNeedApproval: { before: true, after: false } }
    const by = { actor: ann.actor, at: new Date() }
    await dependencies.audit.append({ merchantId, action: 'CONTROLS_WEAKENED', subject: { controls }, ...by })
    await dependencies.audit.append({
      merchantId: '',
      action: 'LINK_DISABLED',
      subject: { linkId: 'simulator' },
      ...by,
    })
    page = await world.open('/merchants', { as: ann })
    await untilIdle(page)
  })
  after(async () => {
    Object.assign(world?.gateway.dependencies ?? {}, hadMailServer)
    await world?.stop()
  })

  const rowOf = (of: WatchedPage, name: string) => of.getByRole('row').filter({ hasText: name }).first()

  it('are counted in the header until the user opens them', async () => {
    const unread = page.getByRole('link', { name: /^\d+ unread alerts?$/ })
    await unread.waitFor()
    await takePicture(page, 'alerts-unread')
    await unread.click()
    await untilTitled(page, 'Alerts')
    await page.getByRole('banner').getByRole('link', { name: 'Alerts', exact: true }).waitFor()
    const weakened = rowOf(page, 'Controls weakened')
    for (const part of ['Weakened', 'New', ann.actor, merchantId, 'refundsNeedApproval', 'true → false'])
      assert.ok((await textOf(weakened)).includes(part), part)
    await takePicture(page, 'alerts-en')
  })

  it('are filtered by weakened controls, and lead to the merchant or link', async () => {
    await page.getByRole('combobox', { name: 'Show' }).click()
    await page.getByRole('option', { name: 'Weakened controls' }).click()
    await untilIdle(page)
    assert.equal(await page.getByRole('row').filter({ hasText: 'Acquirer link disabled' }).count(), 0)
    await rowOf(page, 'Controls weakened').getByRole('link', { name: merchantId }).click()
    await untilTitled(page, 'Profile')
    await goTo(page, '/alerts')
    await rowOf(page, 'Acquirer link disabled').getByRole('link', { name: 'simulator' }).click()
    await page.waitForURL('**/console/links/simulator')
  })

  it('of another user are unread until that user opens them, in the language of that user', async () => {
    german = await world.open('/', { as: ben })
    const unread = german.getByRole('link', { name: /^\d+ ungelesene Meldung(en)?$/ })
    await unread.waitFor()
    await unread.click()
    await untilTitled(german, 'Meldungen')
    assert.ok((await textOf(rowOf(german, 'Schutzmaßnahmen gelockert'))).includes('true → false'))
    await german.getByRole('banner').getByRole('link', { name: 'Meldungen', exact: true }).waitFor()
    await takePicture(german, 'alerts-de')
    assert.deepEqual(german.problems, [])
  })

  it('are not offered to users of merchants, who get e-mails about what waits for them', async () => {
    const clerk = await world.open(`/merchants/${merchantId}`, { as: await signedIn(world.gateway) })
    await untilIdle(clerk)
    assert.equal(await clerk.getByRole('link', { name: /alert/i }).count(), 0)
    await goTo(clerk, '/account')
    const section = clerk.getByRole('region', { name: 'E-mail for alerts' })
    await section.getByLabel('E-mail address').waitFor()
    await section.getByText(/^Money at risk, parked notifications and overdue disputes are reported/).waitFor()
    assert.deepEqual(clerk.problems, [])
    await clerk.close()
  })

  it('go to an address that the user has confirmed by the code in the e-mail', async () => {
    await goTo(page, '/account')
    const section = page.getByRole('region', { name: 'E-mail for alerts' })
    await section.getByLabel('E-mail address').fill('ann@operator.example')
    await section.getByRole('button', { name: 'Save' }).click()
    await acknowledge(page, 'Your e-mail address was saved.')
    await section.getByText('Not confirmed').waitFor()
    await section.getByRole('button', { name: 'Send code' }).click()
    await section.getByText(/A code was sent/).waitFor()
    await takePicture(page, 'account-email')
    const [row] = await world.gateway.query<{ email_id: string }>(
      `select email_id from user_emails where login = $1 and kind = 'CODE'`,
      [ann.login],
    )
    const address = 'ann@operator.example'
    const code = await world.gateway.dependencies.userEmails.codeFor(ann, { emailId: row?.email_id ?? '', address })
    await section.getByLabel('Code from the e-mail').fill(code ?? assert.fail('no code'))
    await section.getByRole('button', { name: 'Confirm' }).click()
    await acknowledge(page, 'Your e-mail address is confirmed.')
    await section.getByText('Confirmed', { exact: true }).waitFor()
    await goTo(page, '/users')
    assert.ok((await textOf(rowOf(page, ann.login))).includes(address))
    assert.deepEqual(page.problems, [])
  })
})
