// Apple Pay and Google Pay on payment pages, over HTTP: who is offered which, and what the page accepts from a browser.
import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { Secret } from '../../../src/kernel/secret.ts'
import type { MerchantProfile } from '../../../src/merchants/rules/merchant.ts'
import { publicKeyHashOf } from '../../../src/wallets/payloads/elliptic-keys.ts'
import type { MerchantValidationRequest } from '../../../src/wallets/ports/wallets.ts'
import { appleContent, makeKey } from '../../support/builders/apple-pay.ts'
import { googleContent, googleIdentifier } from '../../support/builders/google-pay.ts'
import { eventually } from '../../support/checks/poll.ts'
import { answerBank, formIn, post as submit } from '../../support/clients/access-control.ts'
import { type ApiResponse, send } from '../../support/clients/client.ts'
import {
  formText,
  type NewCheckout,
  newCheckout,
  notEnrolledCard,
  openPayer,
  redirectOf,
} from '../../support/clients/payer.ts'
import { booksOf, openShop } from '../../support/clients/shop.ts'
import { testerStamp } from '../../support/fixtures/merchants.ts'
import { openWalletWorld, type WalletWorld } from '../../support/fixtures/wallet-world.ts'

let world: WalletWorld
let merchant = ''
before(async () => {
  world = await openWalletWorld()
  merchant = await world.boardWithPages()
})
after(() => world.close())

const ten = { amount: '10.00', currency: 'USD' }
const checkoutOf = (differences: object = {}, merchantId = merchant) =>
  newCheckout(world.gateway, { merchant: merchantId, order: ten, ...differences })

type Fields = Readonly<Record<string, string>>

/** What the page's script posts. */
function post({ sessionId }: Pick<NewCheckout, 'sessionId'>, path: string, fields: Fields, headers: Fields = {}) {
  return send(world.gateway.listeners.httpUrl ?? '', {
    path: `/checkout/pay/${sessionId}${path}`,
    login: null,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    bytes: formText(fields),
  })
}
const pay = (checkout: NewCheckout, payload: string, fields: Fields = {}, headers: Fields = {}) =>
  post(checkout, '/wallet', { source: 'APPLE_PAY', attempt: '1', walletPayload: payload, ...fields }, headers)
const payByGoogle = (checkout: NewCheckout, payload: string, fields: Fields = {}) =>
  pay(checkout, payload, { source: 'GOOGLE_PAY', ...fields })

const pageOf = ({ sessionId }: NewCheckout) => openPayer(world.gateway, sessionId)
const resultOf = ({ status, text }: ApiResponse) => [status, JSON.parse(text).result]
const offeredOn = async (checkout: NewCheckout): Promise<readonly string[]> => {
  const { text } = await pageOf(checkout).open()
  return [...text.matchAll(/data-wallet="(\w+)"/g)].map(([, wallet = '']) => wallet)
}
const outcomesOf = async ({ orderId }: NewCheckout, merchantId = merchant) => {
  const { body } = await openShop(world.gateway, merchantId).order(orderId)
  const transactions: readonly { response: { gatewayCode: string } }[] = body.transaction ?? []
  return [body.status, ...transactions.map(({ response }) => response.gatewayCode)]
}
const withoutDevice = () =>
  world.google({
    content: googleContent({ details: { authMethod: 'PAN_ONLY', cryptogram: undefined, eciIndicator: undefined } }),
  })

describe('a payment page', () => {
  it('offers the wallets of the merchant, with what their sheets need and nothing secret', async () => {
    const { text } = await pageOf(await checkoutOf()).open()
    const [, written = ''] = /data-wallets="([^"]*)"/.exec(text) ?? []
    const data = JSON.parse(written.replaceAll('&quot;', '"'))
    assert.deepEqual([data.amount, data.currency, data.attempt], ['10.00', 'USD', 1])
    const [apple, google] = data.offered
    assert.equal(apple.wallet, 'APPLE_PAY')
    assert.deepEqual(
      [apple.displayName, apple.country, apple.identifier],
      ['Tea shop', 'DE', 'merchant.com.example.shop'],
    )
    assert.deepEqual([google.wallet, google.identifier], ['GOOGLE_PAY', '12345678901234567890'])
    assert.equal(Buffer.from(google.publicKey, 'base64').length, 65)
    assert.doesNotMatch(text, /CERTIFICATE|PRIVATE KEY|id="simulated/)
  })

  it('loads no script of others for them, and permits payments and the description of Google Pay alone', async () => {
    const { headers } = await pageOf(await checkoutOf()).open()
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /script-src 'self';/)
    assert.match(policy, /connect-src 'self' https:\/\/google\.com\/pay https:\/\/pay\.google\.com;/)
    assert.match(String(headers['permissions-policy']), /payment=\(self\)/)

    const without = await newCheckout(world.gateway)
    const usual = (await pageOf(without).open()).headers
    assert.match(String(usual['content-security-policy']), /connect-src 'self';/)
    assert.match(String(usual['permissions-policy']), /payment=\(\)/)
  })

  const profiles: readonly (readonly [what: string, profile: Partial<MerchantProfile>])[] = [
    ['a merchant that takes no cards', { sources: ['GIFT_CARD'] }],
    ['a merchant whose schemes no wallet knows', { schemes: ['UATP'] }],
  ]
  for (const [what, profile] of profiles)
    it(`offers no wallet to ${what}`, async () => {
      const id = await world.boardWithPages(profile)
      assert.deepEqual(await offeredOn(await checkoutOf({}, id)), [])
    })

  it('offers no wallet where nothing is paid, or where the session is older than payloads', async () => {
    for (const operation of ['VERIFY', 'NONE'])
      assert.deepEqual(await offeredOn(await checkoutOf({ interaction: { operation } })), [], operation)
    const old = await newCheckout(world.gateway, {
      merchant,
      version: 45,
      order: ten,
      interaction: { operation: undefined, action: undefined },
    })
    assert.deepEqual(await offeredOn(old), [])
  })

  it('offers a wallet only with the key, the settings, and for Apple Pay a valid certificate', async () => {
    const withKeys = await world.board()
    assert.deepEqual(await offeredOn(await checkoutOf({}, withKeys)), [])
    const { walletPages, walletKeys } = world.gateway.administration
    const page = { merchantId: withKeys, displayName: 'Tea shop', country: 'DEU' }
    await walletPages.set({ ...page, wallet: 'APPLE_PAY' }, testerStamp())
    await walletPages.set({ ...page, wallet: 'GOOGLE_PAY' }, testerStamp())
    const late = await world.boardWithPages()
    const certificate = { pem: 'CERTIFICATE', expiresAt: new Date(Date.now() - 1_000) }
    const identity = { certificate, privateKey: new Secret('CREDENTIAL', 'PRIVATE KEY') }
    await walletPages.set({ ...page, merchantId: late, wallet: 'APPLE_PAY', identity }, testerStamp())
    const id = await world.boardWithPages()
    const [key] = (await walletKeys.list(id)).filter(({ wallet }) => wallet === 'APPLE_PAY')
    assert.ok(key)
    await walletKeys.remove(key, testerStamp())
    for (const merchantId of [withKeys, late, id]) {
      const checkout = await checkoutOf({}, merchantId)
      // A process may use what it has read for a second.
      await eventually(async () => ((await offeredOn(checkout)).join() === 'GOOGLE_PAY' ? true : undefined))
    }
  })
})

describe('a key that was replaced', () => {
  it('decrypts payloads of pages that were opened before, until it is removed', async () => {
    const merchantId = await world.boardWithPages()
    const { walletKeys } = world.gateway.administration
    const privateKey = makeKey()
    const name = { merchantId, wallet: 'GOOGLE_PAY', publicKeyHash: publicKeyHashOf(privateKey) } as const
    await walletKeys.add({ ...name, identifier: googleIdentifier, privateKey }, testerStamp())
    await walletKeys.putInUse(name, testerStamp())
    const { wallets } = world.gateway.dependencies
    const open = (payload: string) => wallets.open(new Secret('ACCOUNT', payload), { merchantId, at: new Date() })
    await eventually(async () => ((await open(world.google({ key: privateKey }))).kind === 'OPENED' ? true : undefined))
    assert.equal((await open(world.google())).kind, 'OPENED')
    const [old] = (await walletKeys.list(merchantId)).filter(
      ({ wallet, usedSince }) => wallet === 'GOOGLE_PAY' && !usedSince,
    )
    await walletKeys.remove(old ?? assert.fail('no key was replaced'), testerStamp())
    await eventually(async () => ((await open(world.google())).kind === 'REFUSED' ? true : undefined))
    assert.equal((await open(world.google({ key: privateKey }))).kind, 'OPENED')
  })
})

describe("a wallet's payload on a payment page", () => {
  for (const [wallet, source] of [
    ['apple', 'APPLE_PAY'],
    ['google', 'GOOGLE_PAY'],
  ] as const)
    it(`of ${source} pays the order, and the page leads back to the shop`, async () => {
      const checkout = await checkoutOf()
      assert.deepEqual(resultOf(await pay(checkout, world[wallet](), { source })), [200, 'PAID'])
      const { body } = await openShop(world.gateway, merchant).transaction(checkout.orderId, '1')
      assert.deepEqual([body.result, body.order.amount, body.order.walletProvider], ['SUCCESS', 10, source])
      assert.equal(body.sourceOfFunds.provided.card.number, '512345xxxxxx0008')
      const [, query] = redirectOf(await pageOf(checkout).open())
      assert.equal(query['resultIndicator'], checkout.successIndicator)
    })

  it('authorizes on a page that authorizes', async () => {
    const checkout = await checkoutOf({ interaction: { operation: 'AUTHORIZE' } })
    assert.deepEqual(resultOf(await pay(checkout, world.apple())), [200, 'PAID'])
    assert.deepEqual(await outcomesOf(checkout), ['AUTHORIZED', 'APPROVED'])
  })

  it('pays what the session says, whatever else the browser posts', async () => {
    const checkout = await checkoutOf()
    const lies = { amount: '0.01', 'order.amount': '0.01', currency: 'JPY', 'order.currency': 'JPY' }
    assert.deepEqual(resultOf(await payByGoogle(checkout, world.google(), lies)), [200, 'PAID'])
    const { body } = await openShop(world.gateway, merchant).order(checkout.orderId)
    assert.deepEqual([body.totalCapturedAmount, body.currency], [10, 'USD'])
  })

  const refusals: readonly (readonly [what: string, source: string, payload: () => string])[] = [
    ['for another amount', 'APPLE_PAY', () => world.apple({ content: appleContent({ transactionAmount: 100 }) })],
    ['in another currency', 'APPLE_PAY', () => world.apple({ content: appleContent({ currencyCode: '978' }) })],
    ['that has expired', 'APPLE_PAY', () => world.apple({ signedAt: new Date(Date.now() - 600_000) })],
    ['that was altered', 'APPLE_PAY', () => world.apple().replace('"data":"', '"data":"AA')],
    ['of another merchant', 'GOOGLE_PAY', () => world.google({ recipient: 'merchant:1' })],
    ['of another wallet', 'APPLE_PAY', () => world.google()],
    ['that is none', 'GOOGLE_PAY', () => 'payload'],
    ['that is empty', 'GOOGLE_PAY', () => ''],
    ['that is too long', 'GOOGLE_PAY', () => 'x'.repeat(20_000)],
  ]
  for (const [what, source, payload] of refusals)
    it(`${what} is refused, the payer learns it, nothing is charged, and the page stays open`, async () => {
      const checkout = await checkoutOf()
      const response = await pay(checkout, payload(), { source })
      assert.deepEqual(resultOf(response), [200, 'REFUSED'], response.text)
      assert.match(JSON.parse(response.text).message, /details from your wallet could not be used/)
      assert.deepEqual(await booksOf(world.gateway, checkout.orderId), [])
      assert.match((await pageOf(checkout).open()).text, /name="attempt" value="1"/)
      assert.deepEqual(resultOf(await pay(checkout, world.apple())), [200, 'PAID'])
    })

  it('says in the log why it was refused, and nothing of the payload', async () => {
    const checkout = await checkoutOf()
    const before = world.gateway.logLines.length
    const payload = world.apple({ content: appleContent({ transactionAmount: 100 }) })
    await pay(checkout, payload)
    const lines = world.gateway.logLines.slice(before).join('\n')
    assert.match(lines, /The payer confirmed another amount/)
    assert.ok(!lines.includes(JSON.parse(payload).data))
    assert.ok(!lines.includes(checkout.sessionId))
  })

  it('pays one page only, also at the same time; the same page answers the same again', async () => {
    const payload = world.apple()
    const [first, second] = [await checkoutOf(), await checkoutOf()]
    assert.deepEqual(resultOf(await pay(first, payload)), [200, 'PAID'])
    assert.deepEqual(resultOf(await pay(first, payload)), [200, 'PAID'])
    assert.deepEqual(resultOf(await pay(second, payload)), [200, 'REFUSED'])
    assert.equal((await booksOf(world.gateway, first.orderId)).length, 1)
    assert.deepEqual(await booksOf(world.gateway, second.orderId), [])

    const contended = world.google()
    const checkouts = await Promise.all([checkoutOf(), checkoutOf(), checkoutOf(), checkoutOf()])
    const results = await Promise.all(checkouts.map(async (each) => resultOf(await payByGoogle(each, contended))[1]))
    assert.deepEqual(results.toSorted(), ['PAID', 'REFUSED', 'REFUSED', 'REFUSED'])
  })

  it('that is declined counts as an attempt, and a new one may follow', async () => {
    const checkout = await checkoutOf()
    const declined = world.apple({ content: appleContent({ applicationExpirationDate: '390531' }) })
    assert.deepEqual(resultOf(await pay(checkout, declined)), [200, 'DECLINED'])
    const { text } = await pageOf(checkout).open()
    assert.match(text, /Your bank declined the payment/)
    assert.match(text, /name="attempt" value="2"/)
    assert.deepEqual(resultOf(await pay(checkout, world.apple(), { attempt: '2' })), [200, 'PAID'])
    assert.deepEqual(await outcomesOf(checkout), ['CAPTURED', 'DECLINED', 'APPROVED'])
  })

  it('that is declined in the last attempt ends the page without success', async () => {
    const checkout = await checkoutOf({ interaction: { retryAttemptCount: 1 } })
    const declined = world.apple({ content: appleContent({ applicationExpirationDate: '390531' }) })
    assert.deepEqual(resultOf(await pay(checkout, declined)), [200, 'DECLINED'])
    const [, query] = redirectOf(await pageOf(checkout).open())
    assert.notEqual(query['resultIndicator'], checkout.successIndicator)
  })

  it('with a cryptogram needs no payer authentication; a card without one is authenticated first', async () => {
    const id = await world.boardWithPages({ payerAuthentication: 'ON_PAGES' })
    const asked = { interaction: { action: undefined } }
    const proven = await checkoutOf(asked, id)
    assert.deepEqual(resultOf(await payByGoogle(proven, world.google())), [200, 'PAID'])
    assert.deepEqual(await outcomesOf(proven, id), ['CAPTURED', 'APPROVED'])
    const unproven = await checkoutOf(asked, id)
    const response = await payByGoogle(unproven, withoutDevice(), { device: '' })
    assert.deepEqual(resultOf(response), [200, 'CONTINUES'], response.text)
    assert.match((await pageOf(unproven).open()).text, /Confirm it’s you/)
    assert.deepEqual(await outcomesOf(unproven, id).then(([status]) => status), 'AUTHENTICATION_INITIATED')
  })

  it('that led to no payment leaves no trace on the card that the payer types next', async () => {
    const id = await world.boardWithPages({ payerAuthentication: 'ON_PAGES' })
    const checkout = await checkoutOf({ interaction: { action: undefined } }, id)
    await payByGoogle(checkout, withoutDevice(), { device: '' })
    const back = await answerBank(formIn((await pageOf(checkout).open()).text), { result: 'N' })
    const wayBack = formIn((await submit(back.action, back.fields)).text)
    await submit(wayBack.action, wayBack.fields)
    assert.match((await pageOf(checkout).open()).text, /name="attempt" value="2"/)
    await pageOf(checkout).pay({ ...notEnrolledCard, attempt: '2' })
    const { body } = await openShop(world.gateway, id).transaction(checkout.orderId, '1')
    assert.deepEqual([body.result, body.order.walletProvider], ['SUCCESS', undefined])
  })

  it('comes with what the page asks for besides; without it nothing is charged', async () => {
    const display = { displayControl: { customerEmail: 'MANDATORY', billingAddress: 'MANDATORY' } }
    const checkout = await checkoutOf({ interaction: display })
    const missing = await pay(checkout, world.apple())
    assert.deepEqual(resultOf(missing), [200, 'REFUSED'])
    assert.match(JSON.parse(missing.text).message, /street|email/)
    const details = {
      email: 'jane@payer.example',
      billingStreet: 'Main street 1',
      billingCity: 'Anytown',
      billingCountry: 'DEU',
    }
    assert.deepEqual(resultOf(await pay(checkout, world.apple(), details)), [200, 'PAID'])
    const { body } = await openShop(world.gateway, merchant).transaction(checkout.orderId, '1')
    assert.deepEqual([body.customer.email, body.billing.address.city], ['jane@payer.example', 'Anytown'])
  })

  it("posted by another site's page, for an unknown session or for a wallet that is not offered is refused", async () => {
    const checkout = await checkoutOf()
    const foreign = await pay(checkout, world.apple(), {}, { 'sec-fetch-site': 'cross-site' })
    assert.equal(foreign.status, 403, foreign.text)
    const elsewhere = await pay(checkout, world.apple(), {}, { origin: 'https://thief.example' })
    assert.equal(elsewhere.status, 403, elsewhere.text)
    assert.equal((await pay({ ...checkout, sessionId: `SESSION${'0'.repeat(25)}` }, world.apple())).status, 404)
    for (const source of ['SAMSUNG_PAY', 'CARD', '', 'constructor'])
      assert.equal((await pay(checkout, world.apple(), { source })).status, 404, source)
    const other = await newCheckout(world.gateway)
    assert.equal((await pay(other, world.apple())).status, 404)
    const { status, headers } = await send(world.gateway.listeners.httpUrl ?? '', {
      path: `/checkout/pay/${checkout.sessionId}/wallet`,
      login: null,
    })
    assert.deepEqual([status, headers['allow']], [405, 'POST'])
    assert.deepEqual(await booksOf(world.gateway, checkout.orderId), [])
  })
})

describe("Apple's validation of a merchant", () => {
  const requests: MerchantValidationRequest[] = []
  const validationUrl = 'https://apple-pay-gateway.apple.com/paymentservices/startSession'
  const validate = (checkout: NewCheckout, fields: Fields = { validationUrl }, headers: Fields = {}) =>
    post(checkout, '/wallet/validation', fields, headers)
  before(() => {
    const port = world.gateway.dependencies.merchantValidation as { validate: (request: never) => unknown }
    const { validate: guarded } = port
    port.validate = async (request: MerchantValidationRequest) => {
      requests.push(request)
      return request.validationUrl === validationUrl
        ? { kind: 'VALIDATED', merchantSession: { nonce: 'n' } }
        : guarded(request as never)
    }
  })

  it('is asked for with the names of the merchant and of the page, which the browser cannot choose', async () => {
    const checkout = await checkoutOf()
    const response = await validate(checkout, { validationUrl, displayName: 'Thief', domain: 'thief.example' })
    assert.deepEqual([response.status, JSON.parse(response.text)], [200, { merchantSession: { nonce: 'n' } }])
    const { identity, ...named } = requests.at(-1) ?? assert.fail('not asked')
    assert.deepEqual(named, {
      validationUrl,
      identifier: 'merchant.com.example.shop',
      displayName: 'Tea shop',
      domain: new URL(world.gateway.dependencies.addresses.publicUrl()).hostname,
    })
    assert.equal(identity.privateKey.open(), 'PRIVATE KEY')
  })

  it('is refused for any URL that is not of Apple', async () => {
    const checkout = await checkoutOf()
    for (const url of ['', 'http://169.254.169.254/', 'https://localhost:8443/', 'https://apple.com.thief.example/']) {
      const response = await validate(checkout, { validationUrl: url })
      assert.deepEqual([response.status, JSON.parse(response.text)], [422, { error: 'URL_REFUSED' }], url)
    }
  })

  it("is not asked for from another site's page, on a page without Apple Pay, or on one that is done", async () => {
    const count = requests.length
    const checkout = await checkoutOf()
    assert.equal((await validate(checkout, undefined, { 'sec-fetch-site': 'cross-site' })).status, 403)
    assert.equal((await validate(await newCheckout(world.gateway))).status, 404)
    await pay(checkout, world.apple())
    assert.equal((await validate(checkout)).status, 404)
    assert.equal(requests.length, count)
  })
})

it('where the operator trusts the roots of a wallet, no simulated wallet makes a payload', async () => {
  const checkout = await checkoutOf()
  const response = await post(checkout, '/wallet/simulation', { wallet: 'APPLE_PAY', card: 'APPROVED' })
  assert.equal(response.status, 404, response.text)
})

it("Apple's domain file is served as the operator has it now, and is missing where there is none", async () => {
  const read = () =>
    send(world.gateway.listeners.httpUrl ?? '', {
      path: '/.well-known/apple-developer-merchantid-domain-association',
      login: null,
    })
  const { status, text, headers } = await read()
  assert.deepEqual([status, text], [200, '7B227073704964'])
  assert.match(String(headers['content-type']), /^text\/plain/)
  await writeFile(world.domainFile, 'another')
  assert.equal((await read()).text, 'another')
  await rm(world.domainFile)
  assert.equal((await read()).status, 404)
})
