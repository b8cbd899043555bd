// Approval by two users at the console: one requests a change of an acquirer link, the other decides, in two languages.
import assert from 'node:assert/strict'
import { type ConsoleWorld, openConsoleWorld, takePicture, wide } from '../../../support/browser/console-browser.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import { ask, type ConsolePerson, operatorsPerson } from '../../../support/clients/console.ts'

describe('an acquirer link under approval by two users', () => {
  let world: ConsoleWorld
  let requester: ConsolePerson
  let approver: ConsolePerson
  before(async () => {
    world = await openConsoleWorld({ ownGateway: true, settings: { TOLLGATE_CREDENTIALS_NEED_APPROVAL: 'true' } })
    requester = await operatorsPerson(world.gateway, ['VIEW', 'MANAGE_LINKS', 'APPROVE'])
    approver = await operatorsPerson(world.gateway, ['VIEW', 'APPROVE'])
  })
  after(() => world.stop())

  it('is requested by one user and approved by another', async () => {
    const page = await world.open('/links', { as: requester, ...wide })
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Create link' }).click()
    await dialog.getByLabel('Link ID').fill('north-bank')
    await dialog.getByLabel('Adapter').first().click()
    await page.getByRole('option', { name: 'gateway', exact: true }).click()
    await dialog.getByLabel('Address of the upstream gateway').fill('https://127.0.0.1:1')
    await dialog.getByLabel('API password', { exact: true }).fill('the password of the upstream')
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByText('The change is waiting for another user’s approval.').waitFor()
    await page.getByRole('row', { name: /Create acquirer link north-bank/ }).waitFor()
    const own = page.getByRole('button', { name: 'Approve Create acquirer link north-bank' })
    assert.equal(await own.count(), 0, 'nobody approves their own request')
    await takePicture(page, 'four-eyes-requested-wide')
    await page.close()

    const other = await world.open('/approvals', { as: approver, ...wide })
    await other.getByRole('button', { name: 'Approve Create acquirer link north-bank' }).click()
    const decision = other.getByRole('dialog')
    await decision.getByText('Entered, not shown').waitFor()
    assert.doesNotMatch((await decision.textContent()) ?? '', /the password of the upstream/)
    await takePicture(other, 'four-eyes-decision-wide')
    await decision.getByRole('button', { name: 'Approve', exact: true }).click()
    await other.getByText('The request was approved and has taken effect.').waitFor()
    await other.getByText('No requests').waitFor()
    await other.close()
    assert.ok(await world.gateway.administration.links.find('north-bank'))
  })

  it('is declined in German', async () => {
    const settings = [
      { name: 'url', value: 'https://127.0.0.1:1' },
      { name: 'password', value: 'another password' },
    ]
    const body = { linkId: 'south-bank', adapter: 'gateway', settings }
    assert.equal((await ask(world.gateway, { method: 'POST', path: '/links', as: requester, body })).status, 202)
    const page = await world.open('/links', { as: approver, locale: 'de-DE', ...wide })
    await page.getByText('Ein anderer Benutzer muss diese Anforderungen genehmigen').waitFor()
    await takePicture(page, 'four-eyes-german-wide')
    await page.getByRole('button', { name: /south-bank erstellen ablehnen$/ }).click()
    const decision = page.getByRole('dialog')
    await decision.getByRole('button', { name: 'Ablehnen', exact: true }).click()
    await page.getByText('Die Anforderung wurde abgelehnt.').waitFor()
    await page.close()
    assert.equal(await world.gateway.administration.links.find('south-bank'), undefined)
  })
})
