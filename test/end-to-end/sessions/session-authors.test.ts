// Who may set a field in a session, for every field of every version that a session takes: a payer's device, a page of hosted
// fields without credentials, and the post that opens a hosted page.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createCheckoutSession } from '../../../src/checkout/contract/create-checkout-session.ts'
import { createPaymentPageSession } from '../../../src/checkout/contract/create-payment-page-session.ts'
import { applyPagePost } from '../../../src/checkout/operations/complete-page-session.ts'
import { combinerOf } from '../../../src/contract/combine-with-session.ts'
import { type Field, fieldsOf } from '../../../src/contract/fields.ts'
import { type JsonObject, parseJson } from '../../../src/contract/json/json.ts'
import { type Contract, compile, contractFor } from '../../../src/contract/operation.ts'
import { isRejection, type Rejection } from '../../../src/kernel/rejection.ts'
import type { Values } from '../../../src/kernel/values.ts'
import { updateSession } from '../../../src/sessions/contract/update-session.ts'
import { findSession } from '../../../src/sessions/operations/find-session.ts'
import { refusePayerValues, type TrustedSession } from '../../../src/sessions/operations/session-authors.ts'
import { sessionValuesOf } from '../../../src/sessions/operations/session-values-of.ts'
import { bodyWith } from '../../support/builders/bodies.ts'
import { samplesOf } from '../../support/builders/samples.ts'
import { inLanes } from '../../support/checks/in-lanes.ts'
import { apiPath, inject, merchantId } from '../../support/clients/client.ts'
import { nameValueSender } from '../../support/clients/name-values.ts'
import { openSessions, type Sessions } from '../../support/clients/sessions.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

/** By the names of the wire, newer and older ones. What is not here is the merchant's. */
const payers: readonly RegExp[] = [
  /^billing\./,
  /^customer\.(ani|aniCallType|browser|hostname|email|firstName|lastName|middleName|mobilePhone|phone)$/,
  /^device\.(?!ipAddress$)/,
  /^order\.walletProvider$/,
  /^sourceOfFunds\.type$/,
  /^sourceOfFunds\.provided\.(ach|directDebitCanada|giftCard|providerB|sepa)\./,
  /^sourceOfFunds\.provided\.providerA\.(?!billingAgreement\.)/,
  /^sourceOfFunds\.provided\.ebt\.accountType$/,
  /^sourceOfFunds\.provided\.card\.(accountType|brand|fundingMethod|maskedFpan|scheme|expiry\.|localBrand|nameOnCard|number|prefix|securityCode)/,
  /^sourceOfFunds\.provided\.card\.devicePayment\.paymentToken$/,
]
/** Only a wallet has it from the payer. */
const ofWallets = /^shipping\./
const ofDisplay = [
  /^order\.(customerNote|customerOrderDate|description|item)\b/,
  /^(transaction\.)?item\b/,
  /^(interaction|paymentPage)\.(cancelUrl|displayControl|locale|merchant|theme|timeout|timeoutUrl)\b/,
]
const ofTheCall = /^(apiOperation|correlationId|responseControls\..*|session\..*)$/

type FieldClass = 'PAYER' | 'SHIPPING' | 'DISPLAY' | 'MERCHANT'

function classOf(name: string): FieldClass {
  if (payers.some((each) => each.test(name))) return 'PAYER'
  if (ofWallets.test(name)) return 'SHIPPING'
  return ofDisplay.some((each) => each.test(name)) ? 'DISPLAY' : 'MERCHANT'
}

function bodyOf({ request }: Contract, { name, row }: Field): string {
  const number = name === 'sourceOfFunds.provided.card.number' && '"5123450000000008"'
  return bodyWith(request, name, number || (samplesOf(row).accepted[0] ?? 'null'))
}

/** What has no effect is read and dropped, for every sender. */
function setting({ row, within }: Field): boolean {
  return !row.withoutEffect && within.every((each) => !each.withoutEffect)
}

let gateway: TestGateway
let sessions: Sessions
before(async () => {
  gateway = await sharedGateway()
  sessions = openSessions(gateway)
})

async function openSession(kind: 'MERCHANT' | 'PUBLIC', isWritten: boolean, rest = {}): Promise<string> {
  const id =
    kind === 'MERCHANT' ? await sessions.open({ session: { authenticationLimit: 9999 } }) : await publicSession()
  if (isWritten) await sessions.update(id, { order: { amount: '100.00', currency: 'USD', id: 'O-1' }, ...rest })
  // Made without credentials, it has 25 calls; the test needs more.
  if (kind === 'PUBLIC') await gateway.query('update sessions set authentication_limit = 9999 where is_public')
  return id
}

async function publicSession(): Promise<string> {
  const path = '/form/version/100/merchant/TESTMERCHANT/session'
  const { body, text } = await inject(gateway.server, { method: 'POST', path, login: null })
  return body?.session?.id ?? assert.fail(text)
}

interface DeviceCall {
  readonly id: string
  readonly version: number
  readonly body: object
}

interface DeviceResponse {
  readonly status: number
  readonly text: string
  readonly field: string | undefined
  readonly validationType: string | undefined
}

/** Up to version 49 without credentials, but with the name of the operation. */
const protocols: Readonly<Record<'JSON' | 'name-value pairs', (call: DeviceCall) => Promise<DeviceResponse>>> = {
  async JSON({ id, version, body }) {
    const named = version < 50 ? { ...body, apiOperation: 'UPDATE_PAYER_DATA' } : body
    const login = version < 50 ? null : `merchant.TESTMERCHANT:${id}`
    const path = apiPath(`/session/${id}`, { version })
    const { status, text, body: response } = await inject(gateway.server, { method: 'PUT', path, login, body: named })
    return { status, text, field: response.error?.field, validationType: response.error?.validationType }
  },
  async 'name-value pairs'({ id, version, body }) {
    const login = version < 50 ? { apiUsername: undefined, apiPassword: undefined } : { apiPassword: id }
    const names = { apiOperation: version < 50 ? 'UPDATE_PAYER_DATA' : 'UPDATE_SESSION', ...login }
    const send = nameValueSender(gateway.server)
    const { status, text, names: response } = await send(updateSession, { sessionId: id }, body, { version, names })
    return { status, text, field: response['error.field'], validationType: response['error.validationType'] }
  },
}

/** The rules are the same for both protocols; the second needs each kind of session and each state only once. In each of these
 * the rules are asked about every field; where every field is not sent as well, one of each group and class is. */
const situations = [
  { protocol: 'JSON', kind: 'MERCHANT', isWritten: false, isEverySent: false },
  { protocol: 'JSON', kind: 'MERCHANT', isWritten: true, isEverySent: true },
  { protocol: 'JSON', kind: 'PUBLIC', isWritten: false, isEverySent: false },
  { protocol: 'JSON', kind: 'PUBLIC', isWritten: true, isEverySent: false },
  { protocol: 'name-value pairs', kind: 'MERCHANT', isWritten: true, isEverySent: false },
  { protocol: 'name-value pairs', kind: 'PUBLIC', isWritten: false, isEverySent: true },
] as const

const devicesAtOnce = 8

/** From version 50 on devices call alike: a field that has the same row in both versions is tried in one. */
const rowsOf100 = new Map([...fieldsOf(contractFor(updateSession, 100).request)].map(({ name, row }) => [name, row]))

interface TriedField {
  readonly version: number
  readonly field: Field
}

function triedIn(version: number): readonly TriedField[] {
  return (
    [...fieldsOf(contractFor(updateSession, version).request)]
      // With a wallet more is taken, which has its own test.
      .filter((field) => !ofTheCall.test(field.name) && setting(field) && field.name !== 'order.walletProvider')
      .map((field) => ({ version, field }))
  )
}

/** The first of each version, group and class. */
function oneOfEach(tried: readonly TriedField[]): readonly TriedField[] {
  const groupOf = ({ version, field: { name } }: TriedField) =>
    `${version} ${name.split('.').slice(0, -1).join('.')} ${classOf(name)}`
  return [...Map.groupBy(tried, groupOf).values()].flatMap((fields) => fields.slice(0, 1))
}

/** What the rules of a session, as it is stored, say of a field that a device sends. */
function refusalIn(session: TrustedSession, { version, field }: TriedField): Rejection | undefined {
  const contract = contractFor(updateSession, version)
  const request = compile(contract).read(parseJson(bodyOf(contract, field)) as JsonObject)
  return isRejection(request) ? assert.fail(request.explanation) : refusePayerValues(sessionValuesOf(request), session)
}

async function storedSession(id: string): Promise<TrustedSession> {
  const access = (await gateway.dependencies.store.findMerchant(merchantId)) ?? assert.fail()
  return (await findSession(id, access, gateway.dependencies)) ?? assert.fail()
}

describe('a field that a payer’s device sends', () => {
  for (const { protocol, kind, isWritten, isEverySent } of situations)
    it(`by ${protocol} to a session made by ${kind === 'PUBLIC' ? 'a page' : 'the merchant'}, ${isWritten ? 'after' : 'before'} the merchant wrote to it, is accepted only if the payer may set it`, async (t) => {
      const wrong: string[] = []
      const check = async (id: string, version: number, field: Field) => {
        const body = JSON.parse(bodyOf(contractFor(updateSession, version), field)) as object
        const response = await protocols[protocol]({ id, version, body })
        const isTaken = response.status === 200
        const expected = classOf(field.name) === 'PAYER'
        if (isTaken !== expected) wrong.push(`version ${version}, ${field.name}: ${response.status}`)
        if (!isTaken && !expected)
          assert.deepEqual([typeof response.field, response.validationType], ['string', 'INVALID'], response.text)
      }
      const tried = [
        ...triedIn(20),
        ...triedIn(50).filter(({ field: { name, row } }) => rowsOf100.get(name) !== row),
        ...triedIn(100),
      ]
      const sent = isEverySent ? tried : oneOfEach(tried)
      t.diagnostic(`${tried.length} fields, of which ${sent.length} are sent`)
      // Several devices at once, each with a session of its own: what they write is committed together.
      const devices: string[] = []
      while (devices.length < devicesAtOnce) devices.push(await openSession(kind, isWritten))
      const stored = await storedSession(devices[0] ?? '')
      for (const each of tried)
        if ((refusalIn(stored, each) === undefined) !== (classOf(each.field.name) === 'PAYER'))
          wrong.push(`version ${each.version}, ${each.field.name} by the rules`)
      await inLanes(devices, sent, ({ version, field }, id) => check(id, version, field))
      assert.deepEqual(wrong, [])
      const held = isWritten ? [100, 'USD', 'O-1'] : [undefined, undefined, undefined]
      for (const id of devices) {
        const { amount, currency, id: orderId } = (await sessions.retrieve(id)).body.order ?? {}
        assert.deepEqual([amount, currency, orderId], held)
      }
    })

  it('about shipping is accepted where the payer’s wallet has it', async () => {
    const id = await openSession('MERCHANT', true)
    const shipping = { address: { city: 'Springfield' } }
    assert.equal((await sessions.updateFromDevice(id, { shipping })).status, 400)
    const sent = { order: { walletProvider: 'APPLE_PAY' }, shipping }
    assert.equal((await sessions.updateFromDevice(id, sent)).status, 200)
  })
})

describe('a field in the post that opens a hosted page', () => {
  const cases = [
    [createCheckoutSession, 45],
    [createCheckoutSession, 51],
    [createCheckoutSession, 61],
    [createCheckoutSession, 63],
    [createPaymentPageSession, 26],
  ] as const
  for (const [operation, createdInVersion] of cases)
    for (const isHeld of [false, true])
      it(`of a session of ${operation.name} in version ${createdInVersion} that ${isHeld ? 'has' : 'lacks'} it is applied only if the page may set it`, (t) => {
        const contract = contractFor(operation, createdInVersion)
        let tried = 0
        for (const field of fieldsOf(contract.request)) {
          if (ofTheCall.test(field.name) || !setting(field)) continue
          const read = combinerOf(contract).readPart(onlyField(contract, field))
          assert.ok(!isRejection(read), `${field.name}: ${JSON.stringify(read)}`)
          const posted = sessionValuesOf(read)
          const kind = operation === createPaymentPageSession ? ('PAYMENT_PAGE' as const) : ('CHECKOUT' as const)
          const session = { kind, content: isHeld ? posted : {}, authors: {} } as unknown as TrustedSession
          const result = applyPagePost(posted, { session, createdInVersion, takesAmount: false })
          const verdict = isRejection(result) ? 'REFUSED' : result.notApplied.length > 0 ? 'NOT_APPLIED' : 'APPLIED'
          assert.equal(verdict, expectedOfPost(field.name, createdInVersion, isHeld), field.name)
          tried += 1
        }
        t.diagnostic(`${tried} fields`)
      })

  it('about shipping is applied where the payer’s wallet has it and the merchant has set none', () => {
    const shipping = { address: { city: 'Springfield' } }
    const order = { walletProvider: 'APPLE_PAY' }
    const post = (content: object, posted: Values) => {
      const session = { kind: 'CHECKOUT', content, authors: {} } as unknown as TrustedSession
      const result = applyPagePost(posted, { session, createdInVersion: 61, takesAmount: false })
      return isRejection(result) ? result : result.values
    }
    assert.deepEqual(post({}, { shipping }), {})
    assert.deepEqual(post({}, { order, shipping }), { order, shipping })
    assert.deepEqual(post({ order }, { shipping }), { shipping })
    assert.deepEqual(post({ order, shipping: { address: { city: 'Port' } } }, { shipping }), {})
    assert.deepEqual(post({ order, interaction: { displayControl: { shipping: 'HIDE' } } }, { shipping }), {})
  })
})

function onlyField(contract: Contract, field: Field): JsonObject {
  const text = bodyWith(relaxed(contract), field.name, samplesOf(field.row).accepted[0] ?? 'null')
  return parseJson(text) as JsonObject
}

/** Without what the contract requires beside the field. */
function relaxed({ request }: Contract): Contract['request'] {
  const optional = (rows: Contract['request']): Contract['request'] =>
    Object.fromEntries(
      Object.entries(rows).map(([name, row]) => [
        name,
        row.kind === 'GROUP'
          ? { ...row, request: 'OPTIONAL' as const, rows: optional(row.rows) }
          : { ...row, request: 'OPTIONAL' as const },
      ]),
    )
  return optional(request)
}

function expectedOfPost(name: string, version: number, isHeld: boolean): 'APPLIED' | 'NOT_APPLIED' | 'REFUSED' {
  if (version >= 63) return 'REFUSED'
  const fieldClass = classOf(name)
  if (fieldClass === 'PAYER') return 'APPLIED'
  if (isHeld || fieldClass === 'SHIPPING') return 'NOT_APPLIED'
  if (fieldClass === 'DISPLAY') return 'APPLIED'
  const isOperation = /^(interaction|paymentPage)\.operation$/.test(name)
  return isOperation && version < 52 ? 'APPLIED' : 'REFUSED'
}
