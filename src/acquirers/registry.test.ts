import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { approved, type FakeLink, fakeLink, sendDeadline, verification } from '../../test/support/builders/fake-link.ts'
import { until } from '../../test/support/checks/poll.ts'
import { StoreOverloaded } from '../kernel/failures.ts'
import type { SettingValues } from '../kernel/settings-schema.ts'
import { AccessRightsRefusedError } from '../merchants/ports/access-rights.ts'
import type { EmvAuthentication } from '../payer-authentication/ports/payer-authentication.ts'
import type { AcquirerRequest, AcquirerResult } from '../payments/ports/acquirer.ts'
import type { AuthenticationReference } from '../payments/ports/authentication-journey.ts'
import type { BrowserPaymentProvider } from '../payments/ports/provider.ts'
import { noAnswer } from '../platform/concurrency/with-timeout.ts'
import { systemClock } from '../platform/system/clock.ts'
import type { AcquirerAdapter, LinkContext } from './adapter.ts'
import type { Link, OpenOnRevision } from './ports/link-store.ts'
import { openLinkRegistry } from './registry.ts'
import type { RegistryParts } from './revision-opener.ts'

type Settings = readonly (SettingValues & { readonly change?: number })[]

/** A link with these settings of its revisions. */
function linkOf(linkId: string, settings: Settings = [{}], given: Partial<Link> = {}): Link {
  const at = new Date(0)
  return {
    linkId,
    adapter: 'fake',
    acquirerId: linkId.toUpperCase(),
    isEnabled: true,
    revision: settings.length,
    createdAt: at,
    updatedAt: at,
    revisions: settings.map(({ change = 1, ...own }, index) => ({
      revision: index + 1,
      settings: own,
      secrets: { password: 's' },
      change,
      createdAt: at,
    })),
    ...given,
  }
}

function world(
  links: readonly Link[],
  given: Partial<RegistryParts> = {},
  servicesOf: (linkId: string) => object = () => ({}),
) {
  const state = {
    links,
    nowMs: 0,
    reads: 0,
    failure: undefined as Error | undefined,
    open: [] as readonly OpenOnRevision[],
    problems: [] as string[],
  }
  const opened: { readonly context: LinkContext; readonly link: FakeLink }[] = []
  const adapter: AcquirerAdapter = {
    name: 'fake',
    title: 'Fake',
    settings: {
      properties: {
        host: { type: 'string', title: 'Host', isIdentity: true },
        timeoutMs: { type: 'integer', title: 'Timeout', default: 7 },
        password: { type: 'string', title: 'Password', isSecret: true },
      },
    },
    open(context) {
      if (context.settings['host'] === 'broken') throw new Error('no such host')
      const link = Object.assign(fakeLink(), servicesOf(context.linkId))
      opened.push({ context, link })
      return link
    },
  }
  const registry = openLinkRegistry({
    store: {
      async list() {
        state.reads += 1
        if (state.failure) throw state.failure
        return state.links
      },
      countOpen: async () => state.open,
    },
    adapters: [adapter],
    contextOf: () => ({
      database: undefined as never,
      seals: undefined as never,
      isProduction: false,
      log: () => undefined,
    }),
    clock: systemClock,
    answerMs: 60_000,
    nowMs: () => state.nowMs,
    onProblem: (linkId, problem) => state.problems.push(`${linkId}: ${problem}`),
    ...given,
  })
  return { state, opened, registry }
}

const notSent = (why: string): AcquirerResult => ({ kind: 'NOT_SENT', why })

describe('the registry of links', () => {
  it('opens a revision on first use, with defaults and secrets, and once', async () => {
    const { registry, opened } = world([linkOf('north', [{ host: 'a' }, { host: 'b' }])])
    await registry.refresh()
    assert.equal(opened.length, 0)
    const acquirer = registry.of({ linkId: 'north', adapter: 'fake' })
    assert.equal(registry.of({ linkId: 'north', adapter: 'fake', revision: 2 }), acquirer)
    assert.notEqual(registry.of({ linkId: 'north', adapter: 'fake', revision: 1 }), acquirer)
    assert.deepEqual(
      opened.map(({ context: { linkId, revision, settings } }) => [
        linkId,
        revision,
        settings['host'],
        settings['timeoutMs'],
        settings['password'],
      ]),
      [
        ['north', 2, 'b', 7, 's'],
        ['north', 1, 'a', 7, 's'],
      ],
    )
    assert.deepEqual(await acquirer?.ask(verification(), sendDeadline()), approved)
    assert.deepEqual(registry.current('north'), { linkId: 'north', adapter: 'fake', acquirerId: 'NORTH', revision: 2 })
  })

  it('uses the link named like the adapter where a merchant names no link', async () => {
    const { registry } = world([linkOf('fake')])
    await registry.refresh()
    assert.equal(registry.of({ adapter: 'fake' }), registry.of({ linkId: 'fake', adapter: 'fake', revision: 1 }))
  })

  it('has no acquirer for unknown links, revisions and adapters, nor for a link that cannot be opened', async () => {
    const { registry, state } = world([
      linkOf('north'),
      linkOf('strange', [{}], { adapter: 'absent' }),
      linkOf('broken', [{ host: 'broken' }]),
    ])
    await registry.refresh()
    assert.equal(registry.of({ linkId: 'south', adapter: 'fake' }), undefined)
    assert.equal(registry.of({ linkId: 'north', adapter: 'fake', revision: 2 }), undefined)
    for (let times = 0; times < 2; times += 1)
      for (const linkId of ['strange', 'broken']) assert.equal(registry.of({ linkId, adapter: 'fake' }), undefined)
    assert.equal(registry.current('strange'), undefined)
    assert.deepEqual(state.problems, [
      'strange: there is no adapter absent',
      'broken: revision 1 could not be opened: no such host',
    ])
  })

  it('does not say that there is no link before it could read them', async () => {
    const { registry, state } = world([linkOf('north')])
    state.failure = new StoreOverloaded('a node is down')
    await assert.rejects(registry.refresh(), StoreOverloaded)
    assert.throws(() => registry.current('north'), StoreOverloaded)
    assert.equal(registry.of({ linkId: 'north', adapter: 'fake' }), undefined)
    state.failure = undefined
    await registry.refresh()
    assert.equal(registry.current('north')?.revision, 1)
    assert.equal(registry.current('south'), undefined)
    state.failure = new StoreOverloaded('a node is down')
    await assert.rejects(registry.refresh(), StoreOverloaded)
    assert.equal(registry.current('north')?.revision, 1, 'as it was read')
  })

  it('reopens a revision in place when its tuning changes; requests in flight end on the old connection', async () => {
    const { registry, opened, state } = world([linkOf('north', [{ timeoutMs: 1 }])])
    await registry.refresh()
    const acquirer = registry.of({ linkId: 'north', adapter: 'fake' }) ?? assert.fail('it is there')
    const { promise, resolve } = Promise.withResolvers<AcquirerResult>()
    const [first] = opened
    if (first) first.link.result = () => promise
    const running = acquirer.ask(verification('A'), sendDeadline())
    await until(() => first?.link.asked.length === 1, 'the first request is sent')
    state.links = [linkOf('north', [{ timeoutMs: 2, change: 2 }])]
    await registry.refresh()
    assert.deepEqual(await acquirer.ask(verification('B'), sendDeadline()), approved)
    const [, second] = opened
    assert.deepEqual([second?.context.settings['timeoutMs'], second?.link.asked.length], [2, 1])
    assert.equal(first?.link.isClosed(), false)
    resolve(approved)
    assert.deepEqual(await running, approved)
    await until(() => first?.link.isClosed() === true, 'the first one is closed')
  })

  it('keeps an older revision until nothing is open on it and it was idle for a while', async () => {
    const { registry, opened, state } = world([linkOf('north', [{ host: 'a' }])])
    const nowMs = performance.now()
    state.nowMs = nowMs
    await registry.refresh()
    registry.of({ linkId: 'north', adapter: 'fake', revision: 1 })
    state.links = [linkOf('north', [{ host: 'a' }, { host: 'b' }])]
    state.open = [{ revision: 1, attempts: 1, reversals: 0, manualResolutions: 0 }]
    await registry.refresh()
    const old = opened[0]?.link
    state.nowMs = nowMs + 100_000
    await registry.refresh()
    assert.equal(old?.isClosed(), false)
    state.open = []
    state.nowMs = nowMs + 130_000
    await registry.refresh()
    assert.equal(old?.isClosed(), false)
    state.nowMs = nowMs + 200_000
    await registry.refresh()
    await until(() => old?.isClosed() === true, 'the old revision is closed')
    assert.deepEqual(registry.list(), [])
    assert.deepEqual(
      await registry.of({ linkId: 'north', adapter: 'fake', revision: 1 })?.ask(verification(), sendDeadline()),
      approved,
    )
  })

  it('connects again with changed settings, without waiting for a payment', async () => {
    const { registry, opened, state } = world([linkOf('north')], { isEager: true })
    registry.connect()
    await registry.refresh()
    state.links = [linkOf('north', [{ timeoutMs: 2, change: 2 }])]
    await registry.refresh()
    assert.deepEqual(
      opened.map(({ link }) => link.isConnected()),
      [true, true],
    )
  })

  it('connects the links that are open when the gateway is ready, and not before', async () => {
    const { registry, opened } = world([linkOf('north')], { isEager: true })
    await registry.refresh()
    const connected = () => opened.map(({ link }) => link.isConnected())
    assert.deepEqual(connected(), [false])
    registry.connect()
    assert.deepEqual(connected(), [true])
  })

  it('opens enabled links at start where their state is to be reported', async () => {
    const { registry } = world([linkOf('north'), linkOf('south', [{}], { isEnabled: false })], { isEager: true })
    await registry.refresh()
    assert.deepEqual(
      registry
        .list()
        .map(({ linkId, revision, isCurrent, state, inFlight }) => [linkId, revision, isCurrent, state, inFlight]),
      [['north', 1, true, 'UP', 0]],
    )
  })
})

describe('requests that may be sent', () => {
  const initial = verification()
  const follow = { ...initial, kind: 'CAPTURE' } as AcquirerRequest
  const about = { acquirerMerchantId: 'M', reference: 'R' }

  async function connected(links: readonly Link[] = [linkOf('north')]) {
    const made = world(links)
    await made.registry.refresh()
    const acquirer = made.registry.of({ linkId: 'north', adapter: 'fake' }) ?? assert.fail('it is there')
    return { ...made, acquirer }
  }

  it('on a disabled link are those on existing orders, inquiries and reversals', async () => {
    const { acquirer, registry } = await connected([linkOf('north', [{}], { isEnabled: false })])
    assert.equal(registry.current('north'), undefined)
    assert.deepEqual(await acquirer.ask(initial, sendDeadline()), notSent('the acquirer link is disabled'))
    assert.deepEqual(await acquirer.ask(follow, sendDeadline()), approved)
    assert.deepEqual(await acquirer.inquire(about), { kind: 'NOT_FOUND' })
    assert.deepEqual(await acquirer.reverse(about), { kind: 'ACKNOWLEDGED' })
  })

  it('with link definitions read less than five seconds ago are all; older definitions are read again first', async () => {
    const { acquirer, state } = await connected()
    state.nowMs = 4_999
    await acquirer.ask(initial, sendDeadline())
    assert.equal(state.reads, 1)
    state.nowMs = 5_000
    state.links = [linkOf('north', [{}], { isEnabled: false })]
    assert.deepEqual(await acquirer.ask(initial, sendDeadline()), notSent('the acquirer link is disabled'))
    assert.equal(state.reads, 2)
  })

  it('while the database does not answer are all for a minute, and then none', async () => {
    const { acquirer, state } = await connected()
    state.failure = new Error('the database is away')
    state.nowMs = 59_999
    assert.deepEqual(await acquirer.ask(initial, sendDeadline()), approved)
    state.nowMs = 60_000
    assert.deepEqual(
      await acquirer.ask(initial, sendDeadline()),
      notSent('the acquirer links could not be read from the database'),
    )
    assert.deepEqual(await acquirer.inquire(about), { kind: 'NO_ANSWER' })
    state.failure = undefined
    assert.deepEqual(await acquirer.ask(initial, sendDeadline()), approved)
  })

  it('do not wait for a silent node that is asked whether a former revision is still in use', async () => {
    const { registry, state } = await connected()
    state.open = new Promise(() => {}) as never
    state.links = [linkOf('north', [{}, { host: 'new' }])]
    for (state.nowMs = 60_000; state.nowMs < 200_000; state.nowMs += 60_000) await registry.refresh()
    assert.equal(state.reads, 4)
    const current = registry.of({ linkId: 'north', adapter: 'fake' }) ?? assert.fail()
    assert.deepEqual(await current.ask(initial, sendDeadline()), approved)
  })

  it('on links whose seal is wrong are none: such links are not connected', async () => {
    const { acquirer, state, registry, opened } = await connected()
    state.failure = new AccessRightsRefusedError({ ownerId: '', fault: 'WRONG_ROWS' })
    await registry.refresh()
    assert.equal(registry.of({ linkId: 'north', adapter: 'fake' }), undefined)
    assert.deepEqual(await acquirer.ask(initial, sendDeadline()), notSent('the acquirer link is not connected'))
    await until(() => opened[0]?.link.isClosed() === true, 'the link is closed')
    // A payment is answered with the reason, not with a merchant that has no link.
    assert.throws(() => registry.current('north'), AccessRightsRefusedError)
    state.failure = undefined
    await registry.refresh()
    assert.equal(registry.current('north')?.linkId, 'north')
  })
})

describe('a provider of an acquirer', () => {
  it('is found by the link for new payments while it is enabled, and by the recorded link for existing ones', async () => {
    const offered = { provider: 'PROVIDER_B' } as BrowserPaymentProvider
    const { registry, state } = world([linkOf('north'), linkOf('south')], {}, (linkId) =>
      linkId === 'north' ? { providerOf: () => offered } : {},
    )
    await registry.refresh()
    const account = { adapter: 'north', provider: 'PROVIDER_B' } as const
    const recorded = { linkId: 'north', revision: 1, adapter: 'fake', acquirerId: 'PROVIDER_B' }
    for (const address of [account, recorded]) assert.equal(registry.providerOf(address)?.provider, 'PROVIDER_B')
    assert.equal(registry.providerOf({ ...account, adapter: 'south' }), undefined, 'it has none')
    assert.equal(registry.providerOf({ ...recorded, acquirerId: 'NORTH' }), undefined, 'a payment by card')
    state.links = [linkOf('north', [{}], { isEnabled: false })]
    await registry.refresh()
    assert.equal(registry.providerOf(account), undefined)
    assert.equal(registry.providerOf(recorded)?.provider, 'PROVIDER_B')
  })
})

describe('payer authentication by an acquirer', () => {
  const service = {
    lookUp: async () => ({ kind: 'NOT_SUPPORTED' }),
    resultOf: async () => ({ kind: 'ANSWERED', proof: { status: 'Y' } }),
  } as unknown as EmvAuthentication
  const about = { reference: 'R' } as AuthenticationReference

  async function connected() {
    const parts = world([linkOf('north'), linkOf('south')], {}, (linkId) =>
      linkId === 'north' ? { payerAuthentication: service } : {},
    )
    const { registry } = parts
    await registry.refresh()
    const found = registry.payerAuthenticationOf({ linkId: 'north', adapter: 'fake' }) ?? assert.fail('there is none')
    return { ...parts, found, card: {} as Parameters<EmvAuthentication['lookUp']>[0] }
  }

  it('begins only while the link is enabled, and its result is found afterwards', async () => {
    const { registry, state, found, card } = await connected()
    assert.equal(registry.payerAuthenticationOf({ linkId: 'south', adapter: 'fake' }), undefined)
    assert.deepEqual(await found.lookUp(card), { kind: 'NOT_SUPPORTED' })
    state.links = [linkOf('north', [{}], { isEnabled: false })]
    await registry.refresh()
    assert.deepEqual(await found.lookUp(card), { kind: 'NO_ANSWER' })
    assert.equal((await found.resultOf(about)).kind, 'ANSWERED')
  })

  it('is not sent while the link is down', async () => {
    const { opened, found, card } = await connected()
    const [{ link } = assert.fail('nothing is open')] = opened
    link.isReachable = false
    link.states = [{ name: 'a', state: 'DOWN', sinceMs: 0, inFlight: 0 }]
    assert.deepEqual([await found.lookUp(card), await found.resultOf(about)], [noAnswer, noAnswer])
  })
})
