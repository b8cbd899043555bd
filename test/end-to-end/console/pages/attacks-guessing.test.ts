// Somebody guesses passwords at the console's page: locked out and slowed down, in words that tell nothing.
import assert from 'node:assert/strict'
import { rights } from '../../../../src/domain/person.ts'
import type { Page } from '../../../support/browser/browser.ts'
import { type ConsoleWorld, openConsoleWorld, textOf } from '../../../support/browser/console-browser.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'

const merchantId = 'TESTMERCHANT'
const password = 'a password of nineteen'
/** Five in a row lock a person out; an address may ask twenty times a minute. */
const triesUntilLocked = 5
const triesPerMinute = 20

describe('guessing at the console', () => {
  let world: ConsoleWorld
  before(async () => {
    world = await openConsoleWorld()
    const { passwords, people } = world.gateway.ports
    const hash = (await passwords.hash(password)) ?? assert.fail('nobody has time')
    const by = { actor: 'a test', at: new Date() }
    for (const login of ['ada', 'bob'])
      await people.add({ merchantId, login, name: login, rights, mustChangePassword: false }, hash, by)
  })
  after(() => world.stop())

  /** What the page says to it. */
  async function guess(page: Page, login: string, typed: string): Promise<string> {
    await page.getByLabel('Merchant ID').fill(merchantId)
    await page.getByLabel('Login').fill(login)
    await page.getByLabel('Password', { exact: true }).fill(typed)
    const answered = page.waitForResponse('**/console/api/session')
    await page.getByRole('button', { name: 'Sign in' }).click()
    const status = (await answered).status()
    if (status === 201) return 'signed in'
    const words = status === 429 ? /Too many tries/ : /do not go together/
    const alert = page.getByRole('alert').filter({ hasText: words })
    await alert.waitFor()
    return textOf(alert)
  }

  it('locks a person out, and says the same to the right password, a wrong one and nobody’s', async () => {
    const page = await world.open('/')
    const said = new Set<string>()
    for (let tries = 0; tries < triesUntilLocked; tries += 1)
      said.add(await guess(page, 'ada', `guess number ${tries}`))
    said.add(await guess(page, 'ada', password))
    said.add(await guess(page, 'nobody', password))
    assert.equal(said.size, 1, [...said].join(' | '))
    const [row] = await world.gateway.query<{ is_locked: boolean }>(
      `select locked_until > now() as is_locked from people where login = 'ada'`,
    )
    assert.equal(row?.is_locked, true)
    assert.equal(await guess(page, 'bob', password), 'signed in', 'others are not locked out')
    await page.close()
  })

  it('is slowed down for an address, whomever it tries, until a while has passed', async () => {
    const page = await world.open('/')
    let words = ''
    // A minute may end in between; then it begins anew.
    for (let minutes = 0; minutes < 3 && !/Too many tries/.test(words); minutes += 1) {
      await page.evaluate(`Promise.all(Array.from({ length: ${triesPerMinute} }, () =>
        fetch('/console/api/session', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })))`)
      words = await guess(page, 'bob', password)
    }
    assert.match(words, /Too many tries from this address; wait a minute\./)
    await page.close()
  })
})
