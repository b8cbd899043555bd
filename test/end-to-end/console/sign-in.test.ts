// Signing in to the console: the cookie, the CSRF value, and changes of the user's own account.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { consoleRoot } from '../../../src/console/routes.ts'
import { csrfOf } from '../../../src/console/session-cookie.ts'
import type { Clock } from '../../../src/kernel/clock.ts'
import { permissions } from '../../../src/kernel/user.ts'
import { type ApiResponse, send } from '../../support/clients/client.ts'
import { ask, ofMerchant, operatorsUser, signedIn } from '../../support/clients/console.ts'
import { hashQuickly } from '../../support/fixtures/quick-hashes.ts'
import { oneTimeCodeAt } from '../../support/fixtures/users.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

let gateway: TestGateway
const merchantId = 'TESTMERCHANT'
const password = 'a password of nineteen'

before(async () => {
  gateway = await startGateway()
  hashQuickly(gateway)
  const hash = (await gateway.dependencies.passwords.hash(password)) ?? assert.fail('hashing is busy')
  const ada = { merchantId, login: 'ada', name: 'Ada', permissions: permissions, mustChangePassword: false }
  await gateway.dependencies.users.add(ada, hash, { actor: 'a test', at: new Date() })
  const careful = { ...ada, login: 'careful' }
  await gateway.dependencies.users.add(careful, hash, { actor: 'a test', at: new Date() })
  const newcomer = { ...ada, login: 'newcomer', mustChangePassword: true }
  await gateway.dependencies.users.add(newcomer, hash, { actor: 'a test', at: new Date() })
})
after(() => gateway.stop())

function signIn(body: object, baseUrl = gateway.listeners.httpUrl ?? ''): Promise<ApiResponse> {
  const headers = { 'sec-fetch-site': 'same-origin' }
  return send(baseUrl, { method: 'POST', path: `${consoleRoot}/session`, body, login: null, headers })
}

function cookieOf({ headers }: ApiResponse): string {
  const [cookie = ''] = headers['set-cookie'] ?? []
  return cookie
}

function tokenOf(response: ApiResponse): string {
  return /=([^;]*)/.exec(cookieOf(response))?.[1] ?? ''
}

describe('signing in', () => {
  it('gives a cookie that no script and no other site can use', async () => {
    const tls = await signIn({ merchantId, login: 'ada', password }, gateway.listeners.httpsUrl)
    assert.equal(tls.status, 201, tls.text)
    assert.match(cookieOf(tls), /^__Host-tollgate=[\w-]{32,}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/)
    const plain = await signIn({ merchantId, login: 'ada', password })
    assert.match(cookieOf(plain), /^tollgate=[\w-]{32,}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/)
    assert.doesNotMatch(plain.text, new RegExp(tokenOf(plain)), 'the token is in the cookie alone')
    assert.equal(plain.body.csrf, csrfOf(tokenOf(plain)))
    assert.deepEqual([plain.body.user.login, plain.body.merchant.merchantId], ['ada', merchantId])
  })

  it('is answered with headers that forbid caching and framing', async () => {
    const { headers } = await signIn({ merchantId, login: 'ada', password })
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['referrer-policy'], 'no-referrer')
    assert.equal(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'")
    assert.equal(headers['access-control-allow-origin'], undefined)
  })

  it('is refused with the same message, whatever was wrong', async () => {
    const wrong = [
      { merchantId, login: 'ada', password: 'another' },
      { merchantId, login: 'nobody', password },
      { merchantId: 'NOBODY', login: 'ada', password },
      { login: 'ada', password },
    ]
    const responses: ApiResponse[] = []
    for (const body of wrong) responses.push(await signIn(body))
    for (const { status, text, headers } of responses) {
      assert.deepEqual([status, text], [401, responses[0]?.text])
      assert.equal(headers['set-cookie'], undefined)
    }
  })

  it('shows no password, not even a wrong one', async () => {
    const response = await signIn({ merchantId, login: 'ada', password: 'secret\0word' })
    assert.deepEqual([response.status, response.body.field], [422, 'password'])
    assert.doesNotMatch(response.text, /secret/)
    assert.ok(!gateway.logLines.some((line) => line.includes(password) || line.includes('secret')))
  })

  it('returns the user, and ends by signing out', async () => {
    const as = { token: tokenOf(await signIn({ merchantId, login: 'ada', password })) }
    const session = await ask(gateway, { path: '/session', as })
    assert.deepEqual([session.status, session.body.csrf], [200, csrfOf(as.token)])
    const out = await ask(gateway, { method: 'DELETE', path: '/session', as })
    assert.equal(out.status, 204)
    assert.match(cookieOf(out), /^tollgate=; Path=\/; Max-Age=0/)
    assert.equal((await ask(gateway, { path: '/session', as })).status, 401)
  })

  it('ends everywhere at once', async () => {
    const here = await signIn({ merchantId, login: 'ada', password })
    const there = await signIn({ merchantId, login: 'ada', password })
    const as = { token: tokenOf(here) }
    const listed = await ask(gateway, { path: '/console-sessions', as })
    assert.ok(listed.body.consoleSessions.length >= 2)
    assert.equal((await ask(gateway, { method: 'DELETE', path: '/console-sessions', as })).status, 204)
    for (const each of [here, there])
      assert.equal((await ask(gateway, { path: '/session', as: { token: tokenOf(each) } })).status, 401)
  })
})

describe('a password that another user has chosen', () => {
  it('allows only changing it', async () => {
    const first = await signIn({ merchantId, login: 'newcomer', password })
    const as = { token: tokenOf(first) }
    const path = ofMerchant('/orders')
    assert.equal((await ask(gateway, { path, as })).body.code, 'PASSWORD_MUST_CHANGE')
    const change = (next: string) =>
      ask(gateway, { method: 'PUT', path: '/password', as, body: { present: password, next } })
    assert.deepEqual((await change('short')).body.code, 'PASSWORD_TOO_SHORT')
    const changed = await change('4 much better sentences')
    assert.equal(changed.status, 200, changed.text)
    assert.equal((await ask(gateway, { path, as: { token: tokenOf(changed) } })).status, 200)
    assert.equal((await ask(gateway, { path, as })).status, 401, 'the login goes on under another token')
  })
})

describe('a second factor', () => {
  it('is set up, requested at the next sign-in, and again before a sensitive action', async () => {
    // The clock of the operations is stopped, so that a code is valid for the whole test.
    const dependencies = gateway.dependencies as { clock: Clock }
    const { clock } = dependencies
    const start = clock.now().getTime()
    const at = (steps: number) => new Date(start + steps * 30_000)
    const codeAt = async (steps: number) => {
      const known = await gateway.dependencies.users.findCredentials({ merchantId, login: 'careful' })
      const { secret } = known?.secondFactor ?? known?.offeredSecondFactor ?? assert.fail('there is none')
      return oneTimeCodeAt(secret, at(steps))
    }
    try {
      dependencies.clock = { ...clock, now: () => at(0) }
      const as = { token: tokenOf(await signIn({ merchantId, login: 'careful', password })) }
      const offered = await ask(gateway, { method: 'POST', path: '/second-factor', as, body: { password } })
      assert.match(offered.body.uri, /^otpauth:\/\/totp\//)
      const accept = (code: string) => ask(gateway, { method: 'PUT', path: '/second-factor', as, body: { code } })
      const wrong = (await codeAt(0)) === '000000' ? '000001' : '000000'
      assert.equal((await accept(wrong)).body.code, 'WRONG_CODE')
      const accepted = await accept(await codeAt(0))
      assert.equal(accepted.status, 200, accepted.text)
      assert.ok(accepted.body.secondFactorAt)
      assert.equal(accepted.body.recoveryCodes.length, 10)
      const session = await ask(gateway, { path: '/session', as: { token: tokenOf(accepted) } })
      assert.deepEqual([session.body.recoveryCodes, session.body.user.recoveryCodesLeft], [undefined, 10])

      dependencies.clock = { ...clock, now: () => at(1) }
      const half = await signIn({ merchantId, login: 'careful', password })
      assert.deepEqual([half.status, half.body.needs], [202, 'SECOND_FACTOR'])
      assert.equal(half.headers['set-cookie'], undefined)
      assert.equal((await ask(gateway, { path: '/session', as: { token: half.body.token } })).status, 401)
      const body = { token: half.body.token, code: await codeAt(1) }
      const whole = await ask(gateway, { method: 'POST', path: '/session/code', body })
      assert.equal(whole.status, 201, whole.text)

      dependencies.clock = { ...clock, now: () => at(2) }
      const again = { token: tokenOf(whole) }
      const shown = { code: await codeAt(2) }
      const confirm = () => ask(gateway, { method: 'POST', path: '/session/second-factor', as: again, body: shown })
      const confirmed = await confirm()
      assert.equal(confirmed.status, 200, confirmed.text)
      assert.equal((await confirm()).status, 401, 'the login goes on under another token')

      const codesOf = async (token: string, code: string) =>
        ask(gateway, { method: 'POST', path: '/second-factor/recovery-codes', as: { token }, body: { code } })
      const [first, second] = accepted.body.recoveryCodes as readonly string[]
      const inHand = await signIn({ merchantId, login: 'careful', password })
      const byRecovery = { token: inHand.body.token, code: first }
      const recovered = await ask(gateway, { method: 'POST', path: '/session/code', body: byRecovery })
      assert.deepEqual([recovered.status, recovered.body.user.recoveryCodesLeft], [201, 9], recovered.text)
      assert.equal((await codesOf(tokenOf(recovered), '12345')).status, 422)
      assert.equal((await codesOf(tokenOf(recovered), '0000-0000-0000')).body.code, 'WRONG_CODE')
      const renewed = await codesOf(tokenOf(recovered), second ?? '')
      assert.deepEqual([renewed.status, renewed.body.recoveryCodes.length], [200, 10], renewed.text)
    } finally {
      dependencies.clock = clock
    }
  })
})

describe('a browser', () => {
  it('that sends two cookies of one name is signed in by neither', async () => {
    const { token } = await signedIn(gateway)
    const headers = { cookie: `tollgate=${token}; tollgate=${token}` }
    assert.equal((await ask(gateway, { path: '/session', headers })).status, 401)
  })

  it('cannot send a form', async () => {
    const as = await signedIn(gateway)
    const type = { 'content-type': 'text/plain' }
    const response = await ask(gateway, { method: 'DELETE', path: '/console-sessions', as, body: {}, headers: type })
    assert.deepEqual([response.status, response.body.code], [415, 'NOT_JSON'])
  })

  it('gets an error for a body that is too large or not JSON, and for an unknown path', async () => {
    const as = await operatorsUser(gateway)
    const post = (body: unknown) => ask(gateway, { method: 'POST', path: '/merchants', as, body })
    assert.equal((await post({ merchantId: 'x'.repeat(70_000) })).status, 413)
    const path = `${consoleRoot}/merchants`
    const headers = {
      cookie: `tollgate=${as.token}`,
      'x-tollgate-csrf': csrfOf(as.token),
      'sec-fetch-site': 'same-origin',
    }
    const base = gateway.listeners.httpUrl ?? ''
    const broken = await send(base, { method: 'POST', path, bytes: '{', login: null, headers })
    assert.deepEqual([broken.status, broken.body.code], [400, 'MALFORMED_JSON'])
    const nowhere = await ask(gateway, { path: '/nowhere', as })
    assert.deepEqual([nowhere.status, nowhere.body.code], [404, 'NOT_FOUND'])
    assert.equal(nowhere.headers['access-control-allow-origin'], undefined)
  })

  it('that tries too often from one address has to wait', async () => {
    const tries = await Promise.all(
      Array.from({ length: 60 }, () => signIn({ merchantId: 'NOBODY', login: 'x', password: '' })),
    )
    const limited = tries.filter(({ status }) => status === 429)
    assert.ok(limited.length > 0, 'at least one has to wait')
    assert.equal(limited[0]?.body.code, 'TOO_MANY_TRIES')
  })
})
