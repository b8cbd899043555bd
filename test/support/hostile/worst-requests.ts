// The worst that payers, their devices, providers and strangers can send, generated from the routes of the server and the operations of the
// catalogue: each path, query, header and body as long as it may be, with every content that could keep its reader busy.
import assert from 'node:assert/strict'
import { deviceBodyBytesMax } from '../../../src/api/routes.ts'
import type { WayIn } from '../../../src/compose/server.ts'
import { consoleRoot } from '../../../src/console/routes.ts'
import { contractFor, type Operation, versions } from '../../../src/contract/operation.ts'
import type { Row, Rows } from '../../../src/contract/row.ts'
import { catalogue } from '../../../src/requests/catalogue.ts'
import { deviceOperations } from '../../../src/sessions/rules/session.ts'
import { initiateBody } from '../clients/access-control.ts'
import { apiPath, type ClientRequest, inject } from '../clients/client.ts'
import { type Flood, type Floods, headerValues, members, pairs, texts } from './floods.ts'
import { type HostileWorld, payersDetails } from './hostile-world.ts'
import { worstPayloads } from './worst-payloads.ts'

export interface WorstRequest {
  readonly name: string
  /** Of a device with the id of a session, which must not be refused for that. */
  readonly isAuthenticated?: boolean
  readonly make: () => ClientRequest | Promise<ClientRequest>
}

/** Node's own limit is 16 KB for all headers and the path together. */
const headerRoom = 14 * 1024
const queryRoom = 14 * 1024
/** What a router accepts as one part of a path. */
const parameterRoom = 200

const strangersLogin = (merchant: string) => `merchant.${merchant}:${'0'.repeat(32)}`
const formType = { 'content-type': 'application/x-www-form-urlencoded' }
const bodyMethods = ['POST', 'PUT', 'PATCH', 'DELETE']

/** What stands in a path for a parameter of this name. */
function parameterOf(name: string, url: string, world: HostileWorld): string | Promise<string> {
  if (url.startsWith(consoleRoot)) return name === 'merchantId' ? world.merchant : '1'
  switch (name) {
    case 'version':
      return url.startsWith('/api/page/') ? '45' : '100'
    case 'merchantId':
      return world.merchant
    case 'sessionId':
      return url.startsWith('/form/') ? world.deviceSession() : world.pageSession()
    case 'paymentLinkId':
      return world.paymentLinkId
    case 'token':
      return url.startsWith('/3ds/') ? world.banksToken : world.providersToken
    // Known only to those who have just been sent there; what follows reads no body.
    case 'returnToken':
    case 'siteToken':
      return 'A'.repeat(43)
    // Of files.
    case 'file':
    case 'fingerprint':
    case 'hash':
    case 'name':
    case 'page':
    case 'release':
      return '1'
    default:
      return assert.fail(`say what stands in a path for :${name} of ${url}`)
  }
}

async function pathOf(url: string, world: HostileWorld, replaced: Readonly<Record<string, string>> = {}) {
  const parts = url.split('/').map((part) => {
    if (part === '*') return 'x'
    if (!part.startsWith(':')) return part
    return replaced[part.slice(1)] ?? parameterOf(part.slice(1), url, world)
  })
  return (await Promise.all(parts)).join('/')
}

/** The fields of the forms that a route reads, or what else its body is. */
type BodyKind =
  | { readonly kind: 'FORM'; readonly fields: readonly string[]; readonly prefix?: () => Promise<string> }
  | { readonly kind: 'JSON'; readonly fields: readonly string[] }
  | { readonly kind: 'REPORT' | 'API' | 'NAME_VALUE' | 'IGNORED' }

/** A route that takes a body and is not here fails the test. */
async function bodyKindsOf(world: HostileWorld): Promise<Readonly<Record<string, BodyKind>>> {
  const page = { kind: 'FORM', fields: await fieldsOfPage(world), prefix: async () => 'attempt=1&source=CARD' } as const
  const site = { kind: 'FORM', fields: ['agreement', 'callbacks', 'decision', 'pin', 'step'] } as const
  const pagePost = {
    kind: 'FORM',
    fields: pagePostFields(),
    prefix: async () => `session.id=${await world.oldPageSession()}`,
  } as const
  const bank = {
    kind: 'FORM',
    fields: ['MD', 'PaReq', 'TermUrl', 'cancel', 'creq', 'result', 'threeDSSessionData'],
  } as const
  const signIn = { kind: 'JSON', fields: ['merchantId', 'login', 'password', 'token', 'code'] } as const
  return {
    '/api/rest/*': { kind: 'API' },
    '/api/nvp/*': { kind: 'NAME_VALUE' },
    '/checkout/reports': { kind: 'REPORT' },
    '/checkout/pay/:sessionId': page,
    '/checkout/pay/:sessionId/cancel': { kind: 'IGNORED' },
    '/checkout/pay/:sessionId/another-way': { kind: 'IGNORED' },
    '/checkout/pay/:sessionId/wallet': {
      kind: 'FORM',
      fields: ['walletPayload', 'source', 'email', 'billingCity', 'device'],
      prefix: async () => 'attempt=1&source=GOOGLE_PAY',
    },
    '/checkout/pay/:sessionId/wallet/validation': { kind: 'FORM', fields: ['validationUrl'] },
    '/checkout/pay/:sessionId/wallet/simulation': { kind: 'FORM', fields: ['wallet', 'card'] },
    '/checkout/link/:paymentLinkId': { kind: 'FORM', fields: ['amount'] },
    '/checkout/challenged': { kind: 'IGNORED' },
    '/form/version/:version/merchant/:merchantId/session': { kind: 'IGNORED' },
    '/form/:sessionId': {
      kind: 'FORM',
      fields: ['gatewayReturnURL', 'gatewayCardNumber', 'gatewayCardExpiryDateMonth', 'gatewayCardSecurityCode'],
      prefix: async () => 'gatewayReturnURL=https%3A%2F%2Fshop.example%2F',
    },
    '/api/page/version/:version/pay': pagePost,
    // The same handler.
    '/page/pay': { ...pagePost, fields: [] },
    '/bpui/pp/in/:token': { kind: 'IGNORED' },
    '/bpui/pp/notify/:token': { kind: 'JSON', fields: ['reference', 'status'] },
    '/3ds/return/:token': { kind: 'FORM', fields: ['cres', 'PaRes', 'MD', 'threeDSSessionData'] },
    '/sandbox/providers/a/pay/:siteToken': site,
    '/sandbox/providers/b/pay/:siteToken': site,
    '/sandbox/providers/c/pay/:siteToken': site,
    '/sandbox/providers/a/agree/:siteToken': site,
    '/sandbox/providers/a/agreements/:siteToken': site,
    '/sandbox/acs/3ds1': bank,
    '/sandbox/acs/3ds1/answer': bank,
    '/sandbox/acs/challenge': bank,
    '/sandbox/acs/challenge/answer': bank,
    '/sandbox/acs/method': bank,
    [`${consoleRoot}/session`]: signIn,
    [`${consoleRoot}/session/code`]: signIn,
  }
}

/** As the payer's browser finds them on the page. */
async function fieldsOfPage({ gateway, pageSession }: HostileWorld): Promise<readonly string[]> {
  const { text } = await inject(gateway.server, { path: `/checkout/pay/${await pageSession()}`, login: null })
  const names = new Set([...text.matchAll(/ name="([\w.]+)"/g)].map(([, name = '']) => name))
  assert.ok(names.size > 10, [...names].join())
  return [...names, 'device']
}

/** By their names in the post of a shop's page. */
function pagePostFields(): readonly string[] {
  const operation = catalogue.find(({ name }) => name === 'CREATE_CHECKOUT_SESSION')
  assert.ok(operation)
  return [...pathsOf(contractFor(operation, 45).request)].flatMap(({ path, kind }) => (kind === 'FIELD' ? [path] : []))
}

function* pathsOf(rows: Rows, above = ''): Generator<{ readonly path: string; readonly kind: Row['kind'] }> {
  for (const [name, row] of Object.entries(rows)) {
    const path = above + name
    yield { path, kind: row.kind }
    if (row.kind === 'GROUP') yield* pathsOf(row.rows, `${path}.`)
  }
}

/** Every way in that takes a body; one that only refuses the method lists rare methods, too. */
function takesBody({ methods, url }: WayIn): boolean {
  if (!methods.some((method) => bodyMethods.includes(method))) return false
  return !methods.includes('TRACE') || url === '/api/rest/*' || url === '/api/nvp/*'
}

export async function worstRequests(world: HostileWorld): Promise<readonly WorstRequest[]> {
  const ways = world.gateway.server.waysIn
  const kinds = await bodyKindsOf(world)
  const takers = ways.filter(takesBody)
  const isPublic = ({ url }: WayIn) => kinds[url] !== undefined || !url.startsWith(consoleRoot)
  const unknown = takers.filter((way) => isPublic(way) && !kinds[way.url]).map(({ url }) => url)
  assert.deepEqual(unknown, [], 'say in bodyKindsOf what these routes read')
  const urls = [...new Set(ways.map(({ url }) => url))]
  assert.deepEqual(
    Object.keys(kinds).filter((url) => !urls.includes(url)),
    [],
    'these routes do not exist',
  )
  return [
    ...urls.flatMap((url) => pathRequests(url, world)),
    ...takers.filter((way) => !isPublic(way)).map((way) => refusedRequest(way, world)),
    ...takers.filter(isPublic).flatMap((way) => bodyRequests(way, kinds[way.url] ?? { kind: 'IGNORED' }, world)),
  ]
}

const headerNames = [
  'accept',
  'accept-encoding',
  'accept-language',
  'access-control-request-headers',
  'authorization',
  'content-encoding',
  'content-type',
  'cookie',
  'forwarded',
  'host',
  'if-none-match',
  'origin',
  'range',
  'referer',
  'sec-fetch-site',
  'traceparent',
  'user-agent',
  'x-forwarded-for',
  'x-tollgate-csrf',
]

/** Without a body: the parts of the path, the query, and each header. Routes of the console refuse strangers alike: one of each. */
function pathRequests(url: string, world: HostileWorld): readonly WorstRequest[] {
  const get = (path: string, headers: Record<string, string> = {}) => ({
    path,
    headers,
    login: null,
    from: world.newAddress(),
  })
  const parameters = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const long = ['%F0%9F%98%80'.repeat(parameterRoom / 2), 'a'.repeat(parameterRoom), '%25'.repeat(parameterRoom)]
  const isAlike = url.startsWith(consoleRoot)
  const floods = Object.entries(headerValues)
  const inPath = parameters.flatMap((name) =>
    long.slice(0, isAlike ? 1 : long.length).map((text) => ({
      name: `GET ${url}, :${name} of ${text.length} characters`,
      make: async () => get(await pathOf(url, world, { [name]: text })),
    })),
  )
  const inQuery = Object.entries(isAlike ? {} : pairs).map(([what, flood]) => ({
    name: `GET ${url}, query of ${what}`,
    make: async () => get(`${await pathOf(url, world)}?${flood(queryRoom)}`),
  }))
  const inHeader = (isAlike ? ['cookie'] : headerNames).flatMap((header, place) =>
    // Every route meets every header, and every header every content.
    [0, 1].map((more) => {
      const [what = '', flood] = floods[(2 * place + more + url.length) % floods.length] ?? []
      return {
        name: `GET ${url}, ${header} of ${what}`,
        make: async () => get(await pathOf(url, world), { [header]: flood?.(headerRoom) ?? '' }),
      }
    }),
  )
  return [...inPath, ...inQuery, ...inHeader]
}

/** Of a service of the console that strangers cannot call. */
function refusedRequest({ methods, url, bodyBytesMax }: WayIn, world: HostileWorld): WorstRequest {
  const [method = ''] = methods
  return {
    name: `${method} ${url}, unknown names`,
    make: async () => ({
      method,
      path: await pathOf(url, world),
      login: null,
      bytes: `{${members['unknown names']?.(bodyBytesMax - 2)}}`,
      headers: { cookie: `tollgate=${'a'.repeat(32)}`, 'sec-fetch-site': 'same-origin' },
      from: world.newAddress(),
    }),
  }
}

function bodyRequests(way: WayIn, kind: BodyKind, world: HostileWorld): readonly WorstRequest[] {
  const { url, bodyBytesMax: room } = way
  const method = way.methods.find((each) => bodyMethods.includes(each)) ?? ''
  const post = (
    name: string,
    bytes: string | (() => Promise<string>),
    headers: Record<string, string>,
  ): WorstRequest => ({
    name: `${method} ${url}, ${name}`,
    make: async () => ({
      method,
      path: await pathOf(url, world),
      login: null,
      bytes: typeof bytes === 'string' ? bytes : await bytes(),
      headers,
      from: world.newAddress(),
    }),
  })
  const eachFlood = (floods: Floods, make: (what: string, text: (size: number) => string) => WorstRequest) =>
    Object.entries(floods).map(([what, flood]) => make(what, flood))
  switch (kind.kind) {
    case 'API':
      return [...deviceRequests(deviceBodyBytesMax, world), ...strangersRequests(room, world)]
    case 'NAME_VALUE':
      return nameValueRequests(room, world)
    case 'REPORT':
      return reportRequests(room, post)
    case 'IGNORED':
    case 'FORM': {
      const { fields = [], prefix = async () => '' } = kind.kind === 'FORM' ? kind : {}
      return [
        ...eachFlood(pairs, (what, flood) =>
          post(`form of ${what}`, async () => filled(await prefix(), flood, room), formType),
        ),
        ...fields.flatMap((field) =>
          eachFlood(fields.length > 50 ? { 'digits apart': digitsApart } : fieldTexts, (what, flood) =>
            post(
              `${field} of ${what}`,
              async () =>
                filled(without(field, await prefix()), (size) => `&${field}=${flood(size - field.length - 2)}`, room),
              formType,
            ),
          ),
        ),
        post('a compressed form', () => Promise.resolve('x'.repeat(room)), { ...formType, 'content-encoding': 'gzip' }),
      ]
    }
    case 'JSON': {
      const type = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
      return [
        ...eachFlood(members, (what, flood) => post(what, `{${flood(room - 2)}}`, type)),
        ...kind.fields.flatMap((field) =>
          eachFlood(fieldTexts, (what, flood) =>
            post(`${field} of ${what}`, objectWith(field, flood, room, kind.fields), type),
          ),
        ),
      ]
    }
  }
}

const digitsApart: Flood = texts['digits apart'] ?? assert.fail()

/** For each field of a form: not all texts, the readers of which have a test of their own. */
const fieldTexts: Floods = Object.fromEntries(
  ['digits apart', 'emoji', 'parts of addresses'].map((what) => [what, texts[what] ?? assert.fail(what)]),
)

function filled(prefix: string, flood: (room: number) => string, room: number): string {
  return prefix + flood(room - Buffer.byteLength(prefix))
}

function without(field: string, form: string): string {
  return form
    .split('&')
    .filter((pair) => !pair.startsWith(`${field}=`))
    .join('&')
}

/** The other members have a value that fits. */
function objectWith(field: string, flood: (room: number) => string, room: number, fields: readonly string[]): string {
  const others = Object.fromEntries(fields.filter((each) => each !== field).map((each) => [each, '100000']))
  const text = JSON.stringify({ ...others, [field]: '' })
  return text.replace(/""\}$/, `"${flood(room - text.length)}"}`)
}

/** What a device may send with the id of a session: each operation, below version 50 without a password. */
function deviceRequests(room: number, world: HostileWorld): readonly WorstRequest[] {
  const { merchant } = world
  return catalogue
    .filter(({ name }) => deviceOperations.includes(name))
    .flatMap((operation) => {
      const isUpdate = operation.name === 'UPDATE_SESSION'
      const send = (
        name: string,
        body: (prefix: string, size: number) => string,
        version: number = versions.newest,
      ): WorstRequest => ({
        name: `${operation.name} of a device in version ${version}, ${name}`,
        isAuthenticated: true,
        async make() {
          const id = await world.deviceSession()
          const prefix = `{"apiOperation":"${operation.name}","session":{"id":"${id}"}`
          const opening = isUpdate ? (version < 50 ? '{"apiOperation":"UPDATE_PAYER_DATA"' : '{"locale":"en"') : prefix
          return {
            method: 'PUT',
            path: apiPath(isUpdate ? `/session/${id}` : `/order/${world.orderOf(id)}/transaction/1`, {
              merchant,
              version,
            }),
            login: version < 50 ? null : `merchant.${merchant}:${id}`,
            bytes: body(opening, room),
            from: world.newAddress(),
          }
        },
      })
      const flooded = (flood: (size: number) => string) => (opening: string, size: number) =>
        `${opening},${flood(size - opening.length - 2)}}`
      const everywhere = Object.entries(members).flatMap(([what, flood]) => [
        send(what, flooded(flood)),
        ...(isUpdate ? [send(what, flooded(flood), 40)] : []),
      ])
      const { request } = contractFor(operation, versions.newest)
      const inside = [...pathsOf(request)]
        .filter(({ path }) => path !== 'apiOperation' && !path.startsWith('session'))
        // Most fields and groups of the others are among them, and are read by the same code.
        .filter(({ kind }) => isUpdate || kind === 'LIST' || kind === 'MAP')
        .flatMap(({ path, kind }) =>
          Object.entries(valueFloods[kind]).map(([what, flood]) =>
            send(
              `${path} of ${what}`,
              flooded((size) => memberAt(path, flood, size)),
            ),
          ),
        )
      return [...everywhere, ...inside]
    })
}

const unknownNames: Flood = (room) => `{${members['unknown names of texts']?.(room - 2)}}`

/** Values of a row of the contract, by its kind. */
const valueFloods: Readonly<Record<Row['kind'], Floods>> = {
  FIELD: { 'digits apart': (room) => `"${digitsApart(room - 2)}"` },
  LIST: {
    items: (room) => `[${'{},'.repeat((room - 6) / 3)}{}]`,
    texts: (room) => `[${'"",'.repeat((room - 6) / 3)}""]`,
  },
  MAP: { 'unknown names': unknownNames },
  GROUP: { 'unknown names': unknownNames },
}

/** A member at a path, in the objects that lead to it. */
function memberAt(path: string, value: (room: number) => string, room: number): string {
  const names = path.split('.')
  const before = names.map((name) => `"${name}":`).join('{')
  const after = '}'.repeat(names.length - 1)
  return before + value(room - before.length - after.length) + after
}

/** Every operation with a wrong password: nothing of the body is read. */
function strangersRequests(room: number, world: HostileWorld): readonly WorstRequest[] {
  const { merchant } = world
  return catalogue.flatMap(({ name, route }: Operation) =>
    route.methods.map((method) => ({
      name: `${name} by ${method} of a stranger`,
      make: () => ({
        method,
        path: `${apiPath(route.path.replaceAll(/:\w+/g, '1'), { merchant })}?${pairs['names']?.(method === 'GET' ? queryRoom : 100)}`,
        login: strangersLogin(merchant),
        ...(method !== 'GET' && method !== 'DELETE' && { bytes: `{${members['unknown names']?.(room - 2)}}` }),
        from: world.newAddress(),
      }),
    })),
  )
}

/** Strangers' pairs are read before their password; those of devices by the operation's contract, too. */
function nameValueRequests(room: number, world: HostileWorld): readonly WorstRequest[] {
  const { merchant } = world
  const send = (name: string, prefix: () => Promise<string>, flood: (size: number) => string, charset = 'UTF-8') => ({
    name: `${name}`,
    make: async () => ({
      method: 'POST',
      path: '/api/nvp/version/100',
      login: null,
      headers: { 'content-type': `application/x-www-form-urlencoded;charset=${charset}` },
      bytes: filled(await prefix(), flood, room),
      from: world.newAddress(),
    }),
  })
  const strangers = async () =>
    `apiOperation=PAY&merchant=${merchant}&apiUsername=merchant.${merchant}&apiPassword=${'0'.repeat(32)}`
  const devices = (operation: string) => async () => {
    const id = await world.deviceSession()
    const place = operation === 'UPDATE_SESSION' ? '' : `&order.id=${world.orderOf(id)}&transaction.id=1`
    return `apiOperation=${operation}&merchant=${merchant}&apiUsername=merchant.${merchant}&apiPassword=${id}&session.id=${id}${place}`
  }
  return [
    ...Object.entries(pairs).flatMap(([what, flood]) => [
      send(`name-value pairs of a stranger, ${what}`, strangers, flood),
      send(`name-value pairs of a stranger in ISO-8859-1, ${what}`, strangers, flood, 'ISO-8859-1'),
      ...deviceOperations.map((name) => send(`name-value pairs of a device, ${name}, ${what}`, devices(name), flood)),
    ]),
    ...catalogue.map(({ name }) =>
      send(
        `name-value pairs of a stranger, ${name}`,
        async () => `apiOperation=${name}&merchant=${merchant}`,
        pairs['names'] ?? assert.fail(),
      ),
    ),
  ]
}

type Post = (name: string, bytes: string, headers: Record<string, string>) => WorstRequest

/** What browsers report about pages. */
function reportRequests(room: number, post: Post): readonly WorstRequest[] {
  const types = ['application/csp-report', 'application/reports+json'] as const
  return types.flatMap((type) => {
    const headers = { 'content-type': type }
    const wrap = (body: string) =>
      type === 'application/csp-report'
        ? `{"csp-report":{${body}}}`
        : `[{"type":"csp-violation","url":"x","body":{${body}}}]`
    const size = room - wrap('').length
    const names =
      type === 'application/csp-report'
        ? ['document-uri', 'blocked-uri', 'effective-directive']
        : ['documentURL', 'blockedURL', 'effectiveDirective']
    return [
      ...Object.entries(members).map(([what, flood]) => post(`${type} of ${what}`, wrap(flood(size)), headers)),
      ...names.flatMap((name) =>
        Object.entries(texts).map(([what, flood]) =>
          post(
            `${type}, ${name} of ${what}`,
            wrap(memberAt(name, (left) => JSON.stringify(flood(left / 2)), size)),
            headers,
          ),
        ),
      ),
      post(`${type}, many reports`, `[${'{"type":"x"},'.repeat((room - 8) / 13)}{}]`, headers),
    ]
  })
}

/** Payloads of wallets: on a payment page, and of a device that authenticates its payer. */
export async function payloadRequests(world: HostileWorld): Promise<readonly WorstRequest[]> {
  const { merchant, wallets } = world
  return Object.entries(await worstPayloads(wallets)).flatMap(([what, { wallet, text }]) => [
    {
      name: `wallet on a payment page, ${wallet} with ${what}`,
      make: async () => ({
        method: 'POST',
        path: `/checkout/pay/${await world.pageSession()}/wallet`,
        login: null,
        headers: formType,
        bytes: new URLSearchParams({ source: wallet, attempt: '1', ...payersDetails, walletPayload: text }).toString(),
        from: world.newAddress(),
      }),
    },
    {
      name: `wallet of a device, ${wallet} with ${what}`,
      isAuthenticated: true,
      async make() {
        const id = await world.deviceSession()
        const sourceOfFunds = { type: 'CARD', provided: { card: { devicePayment: { paymentToken: text } } } }
        return {
          method: 'PUT',
          path: apiPath(`/order/${world.orderOf(id)}/transaction/worst`, { merchant }),
          login: `merchant.${merchant}:${id}`,
          body: initiateBody({ session: { id }, sourceOfFunds }),
          from: world.newAddress(),
        }
      },
    },
  ])
}
