// Scripts in every text that programs and payers can put into an order or a token: the console shows them as they were typed.
import assert from 'node:assert/strict'
import type { OperationName } from '../../../../../src/contract/operation.ts'
import { type ConsoleWorld, openConsoleWorld } from '../../../../support/browser/console-browser.ts'
import { openPlantedReader } from '../../../../support/browser/planted-pages.ts'
import { after, before, describe, it } from '../../../../support/browser/test.ts'
import {
  contractsOf,
  drawing,
  fieldsToPlant,
  type PlantedText,
  picture,
  plantedIn,
  plantTexts,
  thingOf,
} from '../../../../support/builders/planted-scripts.ts'
import { authenticateBody, initiateBody as initiateAuthentication } from '../../../../support/clients/access-control.ts'
import { initiateBody as initiateBrowserPayment } from '../../../../support/clients/browser-payment.ts'
import {
  apiPath,
  authorizeBody,
  captureBody,
  cardSource,
  payBody,
  refundBody,
  send,
  updateBody,
  verifyBody,
  voidBody,
} from '../../../../support/clients/client.ts'
import { ask, type ConsoleUser, ofMerchant, signedIn } from '../../../../support/clients/console.ts'
import { newCheckout, openPayer } from '../../../../support/clients/payer.ts'
import { boardMerchant } from '../../../../support/fixtures/merchants.ts'
import { testPassword } from '../../../../support/gateway/database.ts'

interface Step {
  readonly operation: OperationName
  readonly base: object
  /** Made before on the same order, as its first transaction. */
  readonly before?: object
  /** Goes on with that transaction instead of making another. */
  readonly isSameTransaction?: true
}

const first = drawing(1)
const funding = { amount: '100.00', currency: 'USD', purchaseType: 'ACCOUNT_FUNDING' }
const steps: readonly Step[] = [
  { operation: 'PAY', base: payBody() },
  { operation: 'PAY', base: payBody({ order: funding }) },
  { operation: 'AUTHORIZE', base: authorizeBody() },
  { operation: 'VERIFY', base: verifyBody() },
  { operation: 'CAPTURE', base: captureBody('1.00'), before: authorizeBody() },
  { operation: 'UPDATE_AUTHORIZATION', base: updateBody('120.00'), before: authorizeBody() },
  { operation: 'REFUND', base: refundBody('1.00'), before: payBody() },
  { operation: 'VOID', base: voidBody(first), before: payBody() },
  { operation: 'INITIATE_AUTHENTICATION', base: initiateAuthentication() },
  {
    operation: 'AUTHENTICATE_PAYER',
    base: authenticateBody(),
    before: initiateAuthentication(),
    isSameTransaction: true,
  },
  { operation: 'INITIATE_BROWSER_PAYMENT', base: initiateBrowserPayment() },
  { operation: 'CREATE_TOKEN', base: { sourceOfFunds: cardSource({ securityCode: undefined }) } },
]

const isThere = 'names something that is there, and ids are planted themselves'
const ofSubMerchant = 'of a sub-merchant’s token repository, which the console does not show'

/** Fields that no step above can plant, and why. */
const unplanted: Readonly<Record<string, string>> = {
  'order 3DSecureId': isThere,
  'order authentication.transactionId': isThere,
  'order order.id': 'must equal the path, whose ids are planted themselves',
  'order transaction.targetTransactionId': isThere,
  'token referenceOrderId': isThere,
  'token sourceOfFunds.provided.providerA.payerId': 'is refused without a billing agreement beside it',
  'token sourceOfFunds.schemeTokenProvisioningIdentifier': isThere,
  'token subMerchant.address.city': ofSubMerchant,
  'token subMerchant.address.company': ofSubMerchant,
  'token subMerchant.address.stateProvince': ofSubMerchant,
  'token subMerchant.address.stateProvinceCode': ofSubMerchant,
  'token subMerchant.address.street': ofSubMerchant,
  'token subMerchant.address.street2': ofSubMerchant,
  'token subMerchant.email': ofSubMerchant,
  'token subMerchant.phone': ofSubMerchant,
  'token subMerchant.registeredName': ofSubMerchant,
  'token subMerchant.tradingName': ofSubMerchant,
}

interface Made {
  readonly about: string
  /** Of its page and of the service behind it. */
  readonly path: string
  readonly planted: readonly PlantedText[]
}

describe('a script in a field of the API', () => {
  let world: ConsoleWorld
  let merchantId: string
  let user: ConsoleUser
  let orders = 0
  const made: Made[] = []
  const left = new Set(fieldsToPlant())

  before(async () => {
    world = await openConsoleWorld()
    merchantId = (await boardMerchant(world.gateway)).id
    user = await signedIn(world.gateway, { merchantId })
    for (const step of steps) await take(step)
    await payOnPage()
  })
  after(() => world.stop())

  const call = (method: string, rest: string, version: number, body: object) =>
    send(world.gateway.listeners.httpUrl ?? '', {
      method,
      path: apiPath(rest, { merchant: merchantId, version }),
      body,
      login: `merchant.${merchantId}:${testPassword}`,
    })

  /** As many requests as it takes until each field that was left is planted, or refused by itself. */
  async function take(step: Step): Promise<void> {
    const key = ({ field }: PlantedText) => `${thingOf(step.operation)} ${field}`
    for (const [version, { request: rows }] of contractsOf(step.operation)) {
      let wanted = plantedIn(rows).filter((each) => left.has(key(each)))
      while (wanted.length > 0) {
        const { taken, refused } = await make(step, version, (sending) =>
          plantTexts(wanted, { base: step.base, rows }, sending),
        )
        for (const each of taken) left.delete(key(each))
        wanted = wanted.filter((each) => !taken.includes(each) && each !== refused)
      }
    }
  }

  /** On the gateway's page, by a payer whose bank gets the browser's details. */
  async function payOnPage(): Promise<void> {
    const { gateway } = world
    const displayControl = { billingAddress: 'OPTIONAL', customerEmail: 'OPTIONAL' }
    const checkout = await newCheckout(gateway, {
      merchant: merchantId,
      interaction: { action: undefined, displayControl },
    })
    const typed = {
      nameOnCard: picture(1),
      email: '"<img/src=x/onerror=alert(2)>"@example.com',
      billingStreet: picture(3),
      billingStreet2: picture(4),
      billingCity: picture(5),
      billingStateProvince: '<s>6',
      billingPostcodeZip: '12345',
      billingCountry: 'USA',
    }
    const headers = { 'user-agent': picture(7), accept: picture(8), 'accept-language': '<s>9' }
    const { status, text } = await openPayer(gateway, checkout.sessionId).pay(typed, headers)
    assert.equal(status, 303, text)
    const planted = Object.entries({ ...typed, ...headers })
      .filter(([, each]) => each.includes('<'))
      .map(([field, each]) => ({ field, text: each }))
    made.push({ about: 'a payer on our page', path: `/orders/${checkout.orderId}`, planted })
  }

  async function make(
    { operation, before: earlier, isSameTransaction }: Step,
    version: number,
    sowing: (sending: (body: object) => ReturnType<typeof call>) => ReturnType<typeof plantTexts>,
  ) {
    const about = `${operation} in version ${version}`
    if (operation === 'CREATE_TOKEN') {
      let token = ''
      const sown = await sowing(async (body) => {
        const response = await call('POST', '/token', version, body)
        token = response.body.token
        return response
      })
      if (sown.taken.length > 0) made.push({ about, path: `/tokens/${token}`, planted: sown.taken })
      return sown
    }
    orders += 1
    const orderId = picture(100 + orders)
    const place = (id: string) => `/order/${encodeURIComponent(orderId)}/transaction/${encodeURIComponent(id)}`
    if (earlier) assert.equal((await call('PUT', place(first), 100, earlier)).status, 201, about)
    const id = isSameTransaction ? first : drawing(2)
    const sown = await sowing((body) => call('PUT', place(id), version, body))
    if (sown.taken.length > 0) made.push({ about, path: `/orders/${encodeURIComponent(orderId)}`, planted: sown.taken })
    return sown
  }

  it('is accepted wherever the contract allows one', (t) => {
    for (const { about, planted } of made) t.diagnostic(`${planted.length} by ${about}`)
    assert.deepEqual([...left].toSorted(), Object.keys(unplanted).toSorted())
  })

  it('is shown as text on the page of its order, and does no harm on that of its token', async (t) => {
    const [lines, untold]: [string[], string[]] = [[], []]
    const reader = await openPlantedReader(world, user)
    for (const { about, path, planted } of made) {
      const own = ofMerchant(path, merchantId)
      const { status, text } = await ask(world.gateway, { path: own, as: user })
      assert.equal(status, 200, `${about}: ${text}`)
      const pageText = await reader.read(own)
      for (const each of planted) {
        const isTold = text.includes(quoted(each))
        const isShown = pageText.includes(each.text) || pageText.includes(quoted(each))
        const list = isTold ? lines : untold
        list.push(each.field)
        // Of a token only what matters is shown.
        if (isTold && path.startsWith('/orders/')) assert.ok(isShown, `${about} shows ${each.field}`)
      }
    }
    t.diagnostic(`not sent to the console: ${untold.join(', ')}`)
    assert.ok(lines.length > 150, `${lines.length} are shown`)
  })
})

/** As it stands in JSON. */
function quoted({ text }: PlantedText): string {
  return JSON.stringify(text).slice(1, -1)
}
