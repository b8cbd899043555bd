// Scripts in what users type at the console, in ids and in what other servers answer: every page shows them as they were typed.
// The fields of the API are in attacks-fields.test.ts.
import assert from 'node:assert/strict'
import { noRiskRules } from '../../../../../src/risk/rules/risk.ts'
import { type ConsoleWorld, openConsoleWorld } from '../../../../support/browser/console-browser.ts'
import { pages } from '../../../../support/browser/console-registry.ts'
import {
  openPlantedReader,
  type PageExpectation,
  type PlantedReader,
} from '../../../../support/browser/planted-pages.ts'
import { after, before, describe, it } from '../../../../support/browser/test.ts'
import { keepWindows } from '../../../../support/browser/windows/console-windows.ts'
import { drawing, picture } from '../../../../support/builders/planted-scripts.ts'
import { eventually } from '../../../../support/checks/poll.ts'
import { apiPath, authorizeBody, cardSource, payBody, send } from '../../../../support/clients/client.ts'
import { ask, type ConsoleUser, ofMerchant, operatorsUser, signedIn } from '../../../../support/clients/console.ts'
import { openShop } from '../../../../support/clients/shop.ts'
import { holdVoid } from '../../../../support/fixtures/held-attempts.ts'
import { boardMerchant, makeCertificate, testerStamp } from '../../../../support/fixtures/merchants.ts'
import { caughtUp } from '../../../../support/fixtures/search-world.ts'
import { testPassword } from '../../../../support/gateway/database.ts'
import { answering, openWebhook } from '../../../../support/sites/webhook.ts'

const orderId = picture(1)
const transactionId = drawing(2)
const names = { merchant: picture(3), person: picture(4), operator: picture(5), acting: picture(6) }
const notes = {
  refund: picture(7),
  review: picture(8),
  card: picture(9),
  operator: picture(18),
  outcome: picture(19),
  order: picture(28),
}
const dispute = { orderId: drawing(25), caseNumber: '<s>case', note: picture(27) }
const paymentLink = { description: picture(28), orderId: drawing(29) }
const wallet = { identifier: drawing(30), displayName: picture(31) }
const excerpt = picture(10)
const subject = picture(11)
const repositoryId = '<s>repository'
const nameOnCard = picture(12)
const message = { title: picture(21), label: drawing(22), value: picture(23), problem: drawing(24) }
const responseCode = '<s>05</s>'
const urlPath = '/<img/src=x/onerror=alert(13)>'
const formula = '=HYPERLINK("https://evil.example","x")'
const held = { from: '450875', to: '450875', action: 'REVIEW' as const }
const heldCard = cardSource({ number: '4508750015741019', nameOnCard })

describe('scripts in stored values', () => {
  let world: ConsoleWorld
  let merchantId: string
  let user: ConsoleUser
  let operatorsOwn: ConsoleUser
  let token: string
  let viewer: ConsoleUser
  let notificationId: string
  let paymentLinkId: string
  let ofBatch: { acquirerId: string; batch: string }
  const cleaning: (() => Promise<void>)[] = []
  let current: { readonly as: ConsoleUser; readonly reader: PlantedReader } | undefined

  const call = (method: string, rest: string, body: object) =>
    send(world.gateway.listeners.httpUrl ?? '', {
      method,
      path: apiPath(rest, { merchant: merchantId }),
      body,
      login: `merchant.${merchantId}:${testPassword}`,
    })
  const put = (order: string, transaction: string, body: object) =>
    call('PUT', `/order/${encodeURIComponent(order)}/transaction/${encodeURIComponent(transaction)}`, body)
  async function change(method: string, path: string, body: object, as = user): Promise<void> {
    const { status, text } = await ask(world.gateway, { method, path, body, as })
    assert.ok(status < 300, `${path}: ${text}`)
  }
  const own = (rest: string) => ofMerchant(rest, merchantId)
  const orderPath = (id: string) => `/orders/${encodeURIComponent(id)}`

  before(async () => {
    world = keepWindows(await openConsoleWorld({ ownGateway: true }))
    const { gateway } = world
    const risk = { ...noRiskRules, binRanges: [held] }
    merchantId = (await boardMerchant(gateway, { profile: { name: names.merchant, refundsNeedApproval: true, risk } }))
      .id
    user = await signedIn(gateway, { merchantId })
    viewer = await signedIn(gateway, { merchantId, permissions: ['VIEW'] })
    operatorsOwn = await operatorsUser(gateway)
    for (const { login } of [user, viewer, operatorsOwn])
      await gateway.query(`update users set name = $1 where login = $2`, [names.acting, login])
    const webhook = await openWebhook(
      { after: (clean) => cleaning.push(clean) },
      gateway.dataDir,
      answering(500, {}, excerpt),
    )
    const { origin } = new URL(webhook.url)
    await change('PUT', own('/webhooks'), { isEnabled: true, url: origin + urlPath })

    await put(orderId, transactionId, payBody({ customer: { firstName: picture(17), email: 'ada@example.com' } }))
    await put(formula, '1', payBody({ order: { amount: '1.00', currency: 'USD', reference: '=1+1' } }))
    await put(drawing(14), '1', authorizeBody({ sourceOfFunds: heldCard }))
    await put(drawing(15), '1', authorizeBody({ sourceOfFunds: heldCard }))
    const unsettled = await holdVoid(gateway, openShop(gateway, merchantId), drawing(20))
    const attempt = [merchantId, unsettled.orderId, unsettled.transactionId].map(encodeURIComponent).join('/')
    const proposal = { outcome: 'FAILED', reason: notes.outcome }
    await change('POST', `/attempts/${attempt}/proposals`, proposal, operatorsOwn)
    await put(dispute.orderId, '1', payBody({}))
    const { caseNumber } = dispute
    const record = { caseNumber, state: 'PENDING', amount: '1', currency: 'USD' }
    await change('POST', `/disputes/${merchantId}/${encodeURIComponent(dispute.orderId)}`, record, operatorsOwn)
    const response = { caseNumber, answer: 'NOTE', note: dispute.note }
    await change('POST', own(`${orderPath(dispute.orderId)}/dispute-answers`), response)
    const card = { number: '5123450000000008', expiry: { month: '1', year: '39' }, nameOnCard }
    token = (await call('POST', '/token', { sourceOfFunds: { type: 'CARD', provided: { card } } })).body.token
    await change('POST', own(`${orderPath(orderId)}/refunds`), {
      transactionId: drawing(16),
      amount: '1',
      currency: 'USD',
      merchantNote: notes.refund,
    })
    await change('POST', own(`${orderPath(orderId)}/notes`), { noteId: 'scripted', text: notes.order })
    await change('POST', own(`${orderPath(drawing(14))}/review`), { decision: 'ACCEPTED', note: notes.review })
    await change('POST', own('/risk/cards'), { list: 'TRUSTED', orderId, transactionId, note: notes.card })
    const listed = { merchantId, list: 'SUSPECT', orderId, transactionId, note: notes.operator }
    await change('POST', '/risk/cards', listed, operatorsOwn)
    await change('POST', '/token-repositories', { repositoryId }, operatorsOwn)
    const asked = { operation: 'PAY', currency: 'USD', amount: '1', usesMax: 1, ...paymentLink }
    const created = await ask(gateway, { method: 'POST', path: own('/payment-links'), body: asked, as: user })
    paymentLinkId = created.body.paymentLinkId ?? assert.fail(created.text)
    const permissions = ['VIEW']
    await change('POST', own('/users'), { login: 'scripted', name: names.person, permissions })
    await change('POST', '/users', { login: 'scripted', name: names.operator, permissions }, operatorsOwn)
    await change('POST', own('/wallets/GOOGLE_PAY/keys'), { identifier: wallet.identifier })
    await change('PUT', own('/wallets/GOOGLE_PAY'), { displayName: wallet.displayName, country: 'DEU' })
    const { fingerprint } = await makeCertificate(gateway)
    const validity = { notBefore: new Date(), notAfter: new Date(Date.now() + 86_400_000) }
    await gateway.administration.merchants.addCertificate(
      merchantId,
      { fingerprint, subject, ...validity },
      testerStamp(),
    )
    const { exchangedMessages, linkResponses } = gateway.dependencies
    exchangedMessages.keep({
      key: { merchantId, orderId, transactionId },
      ...{ linkId: 'simulator', revision: 1, at: new Date(), tookMs: 1, problem: message.problem },
      sent: { title: message.title, fields: [[message.label, message.value]] },
    })
    linkResponses.note('simulator', {
      kind: 'ANSWERED',
      response: { gatewayCode: 'DECLINED', acquirerCode: responseCode },
    })
    await Promise.all([exchangedMessages.flush(), linkResponses.flush()])
    await caughtUp(gateway, merchantId)
    await eventually(async () => (webhook.arrivals.some((arrival) => arrival.orderId === orderId) ? true : undefined))
    const about = own(`/deliveries?orderId=${encodeURIComponent(orderId)}`)
    const { acquirerId, batch } = (await ask(gateway, { path: own('/batches'), as: user })).body.rows[0]
    ofBatch = { acquirerId, batch: String(batch) }
    notificationId = (await ask(gateway, { path: about, as: user })).body.rows.at(-1).notificationId
  })
  after(async () => {
    for (const clean of cleaning) await clean()
    await world.stop()
  })

  interface Look extends PageExpectation {
    readonly as?: ConsoleUser
    readonly search?: string
    readonly names?: Readonly<Record<string, string>>
  }

  /** By side and path, as the registry has them; several where a page has several faces. The pages of each user in a row: to
   * change the user costs as much as two pages. */
  const looks: Readonly<Record<string, () => readonly Look[]>> = {
    'SELF /account': () => [{}],
    'SELF /shortcuts': () => [{}],
    'MERCHANT /merchants/:merchantId': () => [{ expected: [names.merchant] }],
    'MERCHANT /merchants/:merchantId/orders': () => [
      { expected: [orderId, formula] },
      { search: `?orderId=${encodeURIComponent(orderId)}`, expected: [orderId] },
      { search: `?reference=${encodeURIComponent(picture(99))}`, expected: ['No matching orders'] },
    ],
    'MERCHANT /merchants/:merchantId/orders/:orderId': () => [
      { names: { orderId }, expected: [orderId, transactionId, notes.refund, notes.order, ...Object.values(message)] },
      { names: { orderId: drawing(14) }, expected: [drawing(14), nameOnCard, notes.review] },
      { names: { orderId: dispute.orderId }, expected: [dispute.orderId, dispute.caseNumber, dispute.note] },
      { names: { orderId: picture(98) }, expected: ['Not found'] },
    ],
    'MERCHANT /merchants/:merchantId/transactions': () => [{ expected: [orderId, transactionId] }],
    'MERCHANT /merchants/:merchantId/search': () => [
      { search: `?text=${encodeURIComponent(orderId)}`, expected: [orderId] },
    ],
    'MERCHANT /merchants/:merchantId/reviews': () => [
      { expected: [drawing(15)] },
      { search: '?kind=REFUND_REQUEST', expected: [orderId] },
    ],
    'MERCHANT /merchants/:merchantId/pay': () => [{ expected: ['Take a payment'] }],
    'MERCHANT /merchants/:merchantId/payment-links': () => [
      { expected: [paymentLink.description, paymentLink.orderId] },
    ],
    'MERCHANT /merchants/:merchantId/payment-links/:paymentLinkId': () => [
      { names: { paymentLinkId }, expected: [paymentLink.description, paymentLink.orderId] },
    ],
    'MERCHANT /merchants/:merchantId/tokens': () => [{ expected: [token] }],
    'MERCHANT /merchants/:merchantId/tokens/:token': () => [{ names: { token }, expected: [token] }],
    'MERCHANT /merchants/:merchantId/settlement': () => [{ expected: ['Settlement'] }],
    'MERCHANT /merchants/:merchantId/settlement/:acquirerId/:batch': () => [{ names: ofBatch, expected: [orderId] }],
    'MERCHANT /merchants/:merchantId/risk-rules': () => [{ expected: ['450875'] }],
    'MERCHANT /merchants/:merchantId/risk-cards': () => [{ expected: [notes.card] }],
    'MERCHANT /merchants/:merchantId/disputes': () => [{ expected: [dispute.orderId, dispute.caseNumber] }],
    'MERCHANT /merchants/:merchantId/money-at-risk': () => [{ expected: [drawing(20)] }],
    'MERCHANT /merchants/:merchantId/deliveries': () => [{ expected: [orderId] }],
    'MERCHANT /merchants/:merchantId/deliveries/:notificationId': () => [
      { names: { notificationId }, expected: [orderId, urlPath, excerpt] },
    ],
    'MERCHANT /merchants/:merchantId/credentials': () => [{ expected: [subject] }],
    'MERCHANT /merchants/:merchantId/wallets': () => [{ expected: [wallet.identifier, wallet.displayName] }],
    'MERCHANT /merchants/:merchantId/profile': () => [{ expected: [names.merchant] }],
    'MERCHANT /merchants/:merchantId/users': () => [{ expected: [names.person] }],
    'MERCHANT /merchants/:merchantId/audit': () => [{ expected: [names.person], dialogs: /^Details/ }],
    'MERCHANT /merchants/:merchantId/webhooks': () => [{}, { as: viewer, expected: [urlPath] }],
    'OPERATOR /': () => [{}],
    'OPERATOR /merchants': () => [{ expected: [names.merchant] }],
    'OPERATOR /board': () => [{}],
    'OPERATOR /links': () => [{}],
    'OPERATOR /links/:linkId': () => [{ names: { linkId: 'simulator' }, expected: [responseCode] }],
    'OPERATOR /alerts': () => [{}],
    'OPERATOR /approvals': () => [{}],
    'OPERATOR /money-at-risk': () => [{ expected: [drawing(20)] }],
    'OPERATOR /attempts': () => [{ expected: [drawing(20), notes.outcome] }],
    'OPERATOR /users': () => [{ expected: [names.operator] }],
    'OPERATOR /risk-rules': () => [{}],
    'OPERATOR /risk-cards': () => [{ expected: [notes.operator] }],
    'OPERATOR /token-repositories': () => [{ expected: [repositoryId] }],
    'OPERATOR /audit': () => [{ expected: [names.operator], dialogs: /^Details/ }],
  }

  /** One window, which is the next user's when another one is to look. */
  async function readerOf(as: ConsoleUser): Promise<PlantedReader> {
    if (current?.as !== as) {
      await current?.reader.close()
      current = { as, reader: await openPlantedReader(world, as) }
    }
    return current.reader
  }

  it('are searched for on every page', () => {
    assert.deepEqual(
      pages.map(({ side, path }) => `${side} ${path}`).toSorted(),
      Object.keys(looks).toSorted(),
      'each page of web/console/src/pages.ts has its line above',
    )
  })

  for (const [page, faces] of Object.entries(looks))
    it(`are shown as text, if at all: ${page}`, async () => {
      const [side, path = ''] = page.split(' ')
      for (const { as, search = '', names: given = {}, expected = [], ...wanted } of faces()) {
        const ids: Readonly<Record<string, string>> = { merchantId, ...given }
        const address = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(ids[name] ?? ''))
        const reader = await readerOf(as ?? (side === 'OPERATOR' ? operatorsOwn : user))
        await reader.read(address + search, { expected: [names.acting, ...expected], ...wanted })
      }
    })
})
