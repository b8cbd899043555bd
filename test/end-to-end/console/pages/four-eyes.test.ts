// Approval by two users at the console: one requests acquirer links, the other approves one and declines the other, in two languages.
import assert from 'node:assert/strict'
import { type ConsoleWorld, openConsoleWorld, takePicture, wide } from '../../../support/browser/console-browser.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import { ask, type ConsoleUser, operatorsUser } from '../../../support/clients/console.ts'

const english = {
  locale: 'en-GB',
  newLink: 'Create link',
  linkId: 'Link ID',
  address: 'Address of the upstream gateway',
  password: 'API password',
  create: 'Create',
  waiting: 'The change is waiting for another user’s approval.',
  request: (linkId: string) => `Create acquirer link ${linkId}`,
  decisions: (request: string) => ({ approve: `Approve ${request}`, decline: `Decline ${request}` }),
  secret: 'Entered, not shown',
  approve: 'Approve',
  approved: 'The request was approved and has taken effect.',
  decline: 'Decline',
  declined: 'The request was declined.',
  none: 'No requests',
}

const german: typeof english = {
  locale: 'de-DE',
  newLink: 'Anbindung erstellen',
  linkId: 'ID der Anbindung',
  address: 'Adresse des vorgelagerten Gateways',
  password: 'API-Passwort',
  create: 'Erstellen',
  waiting: 'Die Änderung wartet auf die Genehmigung durch einen anderen Benutzer.',
  request: (linkId) => `Acquirer-Anbindung ${linkId} erstellen`,
  decisions: (request) => ({ approve: `${request} genehmigen`, decline: `${request} ablehnen` }),
  secret: 'Eingegeben, nicht angezeigt',
  approve: 'Genehmigen',
  approved: 'Die Anforderung wurde genehmigt und ist wirksam.',
  decline: 'Ablehnen',
  declined: 'Die Anforderung wurde abgelehnt.',
  none: 'Keine Anforderungen',
}

describe('an acquirer link under approval by two users', () => {
  let world: ConsoleWorld
  let requester: ConsoleUser
  let approver: ConsoleUser
  before(async () => {
    world = await openConsoleWorld({ ownGateway: true, settings: { TOLLGATE_CREDENTIALS_NEED_APPROVAL: 'true' } })
    requester = await operatorsUser(world.gateway, ['VIEW', 'MANAGE_LINKS', 'APPROVE'])
    approver = await operatorsUser(world.gateway, ['VIEW', 'APPROVE'])
  })
  after(() => world.stop())

  const linkOf = (linkId: string) => world.gateway.administration.links.find(linkId)

  for (const [language, words] of Object.entries({ english, german }))
    it(`is requested by one user, and approved or declined by another, in ${language}`, async () => {
      const [wanted, unwanted] = [`north-${language}`, `south-${language}`]
      const request = words.request(wanted)
      const { approve } = words.decisions(request)
      const page = await world.open('/links', { as: requester, locale: words.locale, ...wide })
      const dialog = page.getByRole('dialog')
      await page.getByRole('button', { name: words.newLink }).click()
      await dialog.getByLabel(words.linkId).fill(wanted)
      await dialog.getByLabel('Adapter').first().click()
      await page.getByRole('option', { name: 'gateway', exact: true }).click()
      await dialog.getByLabel(words.address).fill('https://127.0.0.1:1')
      await dialog.getByLabel(words.password, { exact: true }).fill('the password of the upstream')
      await dialog.getByRole('button', { name: words.create, exact: true }).click()
      await page.getByText(words.waiting).waitFor()
      await page.getByRole('row', { name: new RegExp(request) }).waitFor()
      const own = page.getByRole('button', { name: approve })
      assert.equal(await own.count(), 0, 'nobody approves their own request')
      await takePicture(page, `four-eyes-requested-${language}-wide`)
      await page.close()
      await requestLink(unwanted)

      const other = await world.open('/approvals', { as: approver, locale: words.locale, ...wide })
      const decision = other.getByRole('dialog')
      await other.getByRole('button', { name: approve }).click()
      await decision.getByText(words.secret).waitFor()
      assert.doesNotMatch((await decision.textContent()) ?? '', /the password of the upstream/)
      await takePicture(other, `four-eyes-decision-${language}-wide`)
      await decision.getByRole('button', { name: words.approve, exact: true }).click()
      await other.getByText(words.approved).waitFor()
      await other.getByRole('button', { name: words.decisions(words.request(unwanted)).decline }).click()
      await decision.getByRole('button', { name: words.decline, exact: true }).click()
      await other.getByText(words.declined).waitFor()
      await other.getByText(words.none).waitFor()
      await other.close()
      assert.ok(await linkOf(wanted))
      assert.equal(await linkOf(unwanted), undefined)
    })

  async function requestLink(linkId: string): Promise<void> {
    const settings = [
      { name: 'url', value: 'https://127.0.0.1:1' },
      { name: 'password', value: 'another password' },
    ]
    const body = { linkId, adapter: 'gateway', settings }
    const { status } = await ask(world.gateway, { method: 'POST', path: '/links', as: requester, body })
    assert.equal(status, 202)
  }
})
