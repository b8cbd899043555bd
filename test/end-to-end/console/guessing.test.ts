// Guessing passwords at the console: users are locked out and addresses slowed down, with messages that reveal nothing.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { permissions } from '../../../src/kernel/user.ts'
import { type ApiResponse, send } from '../../support/clients/client.ts'
import { hashQuickly } from '../../support/fixtures/quick-hashes.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

const merchantId = 'TESTMERCHANT'
const password = 'a password of nineteen'
/** Five in a row lock a user out; an address may ask twenty times a minute. */
const triesUntilLocked = 5
const triesPerMinute = 20

describe('guessing a password at the console', () => {
  let gateway: TestGateway

  before(async () => {
    gateway = await startGateway()
    hashQuickly(gateway)
    const { passwords, users } = gateway.dependencies
    const hash = (await passwords.hash(password)) ?? assert.fail('too many hashes at once')
    const by = { actor: 'a test', at: new Date() }
    for (const login of ['ada', 'bob', 'eve'])
      await users.add({ merchantId, login, name: login, permissions: permissions, mustChangePassword: false }, hash, by)
  })
  after(() => gateway.stop())

  function signIn(body: object, cookie?: string): Promise<ApiResponse> {
    const headers = { 'sec-fetch-site': 'same-origin', ...(cookie !== undefined && { cookie }) }
    const sent = { method: 'POST', path: '/console/api/session', body, login: null, headers }
    return send(gateway.listeners.httpUrl ?? '', sent)
  }

  it('locks the user out, and is answered the same for the right password, a wrong one and an unknown user', async () => {
    const responses: ApiResponse[] = []
    for (let tries = 0; tries < triesUntilLocked; tries += 1)
      responses.push(await signIn({ merchantId, login: 'ada', password: `guess number ${tries}` }))
    responses.push(await signIn({ merchantId, login: 'ada', password }))
    responses.push(await signIn({ merchantId, login: 'nobody', password }))
    for (const { status, text, headers } of responses) {
      assert.deepEqual([status, text], [401, responses[0]?.text])
      assert.equal(headers['set-cookie'], undefined)
    }
    const [row] = await gateway.query<{ is_locked: boolean }>(
      `select locked_until > now() as is_locked from sign_in_counters where login = 'ada' and counter like 'network %'`,
    )
    assert.equal(row?.is_locked, true)
    assert.equal((await signIn({ merchantId, login: 'bob', password })).status, 201, 'others are not locked out')
  })

  it('does not lock out a browser that the user has signed in with before', async () => {
    const eve = { merchantId, login: 'eve' }
    const signedIn = await signIn({ ...eve, password })
    const [known = '', ...more] = [signedIn.headers['set-cookie']].flat().flatMap((line) => {
      const [pair = '', ...attributes] = (line ?? '').split('; ')
      if (!pair.startsWith('tollgate-browser-')) return []
      assert.deepEqual(attributes, ['Path=/', 'Max-Age=15552000', 'HttpOnly', 'SameSite=Strict'])
      return [pair]
    })
    assert.deepEqual(more, [])
    for (let tries = 0; tries < triesUntilLocked; tries += 1)
      await signIn({ ...eve, password: `guess number ${tries}` })
    assert.equal((await signIn({ ...eve, password })).status, 401, 'another browser at the same address')
    assert.equal((await signIn({ ...eve, password }, `${known}x`)).status, 401, 'with a cookie of its own making')
    assert.equal((await signIn({ ...eve, password }, known)).status, 201)
  })

  it('is slowed down for an address, whichever user is tried, also with the right password', async () => {
    let last: ApiResponse | undefined
    // A minute may end in between; then the count begins again.
    for (let minutes = 0; minutes < 3 && last?.status !== 429; minutes += 1) {
      await Promise.all(Array.from({ length: triesPerMinute }, () => signIn({})))
      last = await signIn({ merchantId, login: 'bob', password })
    }
    assert.deepEqual(
      [last?.status, last?.body.code, last?.body.explanation],
      [429, 'TOO_MANY_TRIES', 'Too many attempts from this address. Wait a minute and try again.'],
    )
    assert.equal(last?.headers['set-cookie'], undefined)
  })
})
