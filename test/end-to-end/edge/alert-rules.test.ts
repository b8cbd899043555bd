// Every alert rule, over series that begin as a running gateway shows them: seen firing once, and silent once.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { before, describe, it } from 'node:test'
import { promtoolVersion, testRules } from '../../support/checks/promtool.ts'
import { type Labels, parseRule, type Series } from '../../support/checks/rule-evaluator.ts'
import { send } from '../../support/clients/client.ts'
import { startGateway } from '../../support/gateway/gateway.ts'

const file = resolve(import.meta.dirname, '../../../docs/operating/monitoring/alerts.yml')

interface Rule {
  /** As in the file, from the name on. */
  readonly text: string
  readonly expr: string
  readonly forMinutes: number
}

const rules = new Map(
  readFileSync(file, 'utf8')
    .split(/^ {6}- alert: /m)
    .slice(1)
    .map((text): readonly [string, Rule] => {
      const expr = /^ {8}expr: (?:>-\n((?: {10}.+\n)+)|(.+)$)/m.exec(text)
      const forText = /^ {8}for: (\d+)m$/m.exec(text)?.[1] ?? '0'
      return [/^\w+/.exec(text)?.[0] ?? '', { text, expr: expr?.[1] ?? expr?.[2] ?? '', forMinutes: Number(forText) }]
    }),
)

/** A series and its value by the minute; what a gateway has from its start is changed, what comes with traffic is added. */
interface Change {
  readonly name: string
  readonly labels: Labels
  readonly value: (minute: number) => number | undefined
  readonly comesWithTraffic: boolean
}

const eventMinute = 70
const lastMinute = 150
/** As long after the start as the longest window reaches. */
const firstMinute = 61

const fromStart = (name: string, value: Change['value'], labels: Labels = {}): Change => ({
  ...{ name: `tollgate_${name}`, labels, value },
  comesWithTraffic: false,
})
const fromTraffic = (name: string, labels: Labels, value: Change['value']): Change => ({
  ...fromStart(name, value, labels),
  comesWithTraffic: true,
})
/** One event, however long after the start. */
const once = (minute: number) => (minute >= eventMinute ? 1 : 0)
const always = (value: number) => () => value
const from = (value: number) => (minute: number) => (minute >= eventMinute ? value : 0)
const growing = (eachMinute: number) => (minute: number) => minute * eachMinute
const growingFrom = (eachMinute: number) => (minute: number) => Math.max(0, minute - eventMinute) * eachMinute

const requests = (status: string, value: Change['value']) =>
  fromTraffic('request_seconds_count', { operation: 'PAY', status, result: '' }, value)
const durations = (name: string, labels: Labels, [fast, slow]: readonly [number, number], bound: string) =>
  [
    ['0.001', fast],
    [bound, fast],
    ['30', fast + slow],
    ['+Inf', fast + slow],
  ].map(([le, rate]) => fromTraffic(`${name}_bucket`, { ...labels, le: String(le) }, growing(Number(rate))))
const replies = (reply: string, value: Change['value']) =>
  fromTraffic('acquirer_seconds_count', { link: 'north', question: 'PAY', reply }, value)
const ofLink = (name: string, value: Change['value'], labels: Labels = {}) =>
  fromTraffic(name, { link: 'north', ...labels }, value)
const up = (value: Change['value']): Change => ({
  ...{ name: 'up', labels: { job: 'tollgate', instance: 'one' }, value },
  comesWithTraffic: true,
})

interface Trial {
  readonly fires: readonly Change[]
  readonly isSilent: readonly Change[]
}

const trials: Readonly<Record<string, Trial>> = {
  TollgateDown: { fires: [up((minute) => (minute >= eventMinute ? 0 : 1))], isSilent: [up(always(1))] },
  TollgateFails: {
    fires: [requests('201', growing(100)), requests('500', growingFrom(1))],
    isSilent: [requests('201', growing(10_000)), requests('500', growingFrom(1))],
  },
  TollgateSlow: {
    fires: durations('request_seconds', { operation: 'PAY' }, [90, 10], '5'),
    isSilent: durations('request_seconds', { operation: 'PAY' }, [999, 1], '5'),
  },
  TollgateOverloaded: {
    fires: [fromStart('requests_shed_total', growingFrom(120), { reason: 'WAITING' })],
    isSilent: [fromStart('requests_shed_total', growingFrom(30), { reason: 'WAITING' })],
  },
  TollgateRequestsWait: {
    fires: [fromStart('request_oldest_waiting_seconds', from(2))],
    isSilent: [fromStart('request_oldest_waiting_seconds', (minute) => (minute === eventMinute ? 2 : 0))],
  },
  TollgateEventLoopDelayed: {
    fires: durations('event_loop_delay_seconds', { instance: 'one' }, [90, 10], '0.5'),
    isSilent: durations('event_loop_delay_seconds', { instance: 'one' }, [999, 1], '0.5'),
  },
  TollgateDatabaseRefuses: {
    fires: [fromStart('database_refusals_total', growingFrom(3), { reason: 'DISK_FULL' })],
    isSilent: [fromStart('database_refusals_total', always(0), { reason: 'DISK_FULL' })],
  },
  TollgateBalancerMisconfigured: {
    fires: [fromStart('connections_refused_total', once, { reason: 'PROXY_HEADER' })],
    isSilent: [fromStart('connections_refused_total', once, { reason: 'ADDRESS_LIMIT' })],
  },
  TollgateLinkDown: {
    fires: [ofLink('link_up', (minute) => 1 - once(minute))],
    isSilent: [ofLink('link_up', always(1))],
  },
  TollgateAcquirerSilent: {
    fires: [replies('answered', growing(100)), replies('noAnswer', growingFrom(10))],
    isSilent: [replies('answered', growing(100)), replies('noAnswer', growingFrom(1))],
  },
  TollgateLinkQueues: { fires: [ofLink('link_queued', from(3))], isSilent: [ofLink('link_queued', always(0))] },
  TollgateLinkNotAuthenticated: {
    fires: [ofLink('link_unusual_messages', once, { kind: 'wrongMac' })],
    isSilent: [
      ofLink('link_unusual_messages', always(4), { kind: 'wrongMac' }),
      ofLink('link_unusual_messages', once, { kind: 'late' }),
    ],
  },
  TollgateRecoveryUnanswered: { fires: [ofLink('silent_links', always(1))], isSilent: [] },
  TollgateAttemptsOpen: {
    fires: [fromStart('open_attempt_oldest_seconds', from(700))],
    isSilent: [fromStart('open_attempt_oldest_seconds', from(500))],
  },
  TollgateReversalsOwed: {
    fires: [fromStart('reversal_oldest_owed_seconds', from(3_700))],
    isSilent: [fromStart('reversal_oldest_owed_seconds', from(3_000))],
  },
  TollgateReversalRefused: {
    fires: [fromStart('reversals', once, { state: 'REFUSED' })],
    isSilent: [
      fromStart('reversals', always(2), { state: 'REFUSED' }),
      fromStart('reversals', once, { state: 'OWED' }),
    ],
  },
  TollgateManualResolution: {
    fires: [fromStart('manual_resolutions', once)],
    isSilent: [fromStart('manual_resolutions', always(2))],
  },
  TollgateBatchOutOfBalance: {
    fires: [fromStart('batches_out_of_balance', once)],
    isSilent: [fromStart('batches_out_of_balance', always(0))],
  },
  TollgateNotificationsStuck: {
    fires: [fromStart('notification_oldest_due_seconds', from(1_000))],
    isSilent: [fromStart('notification_oldest_due_seconds', from(800))],
  },
  TollgateNotificationsParked: {
    fires: [fromStart('notifications_parked', once)],
    isSilent: [fromStart('notifications_parked', always(3))],
  },
  TollgateNotificationsAltered: {
    fires: [fromStart('notifications_altered_total', once)],
    isSilent: [fromStart('notifications_altered_total', always(0))],
  },
  TollgateEmailsNotSent: {
    fires: [fromStart('emails_total', once, { kind: 'payment link', result: 'failed' })],
    isSilent: [fromStart('emails_total', growing(5), { kind: 'receipt', result: 'sent' })],
  },
  TollgateRightsRefused: {
    fires: [fromStart('rights_refused_total', once, { fault: 'WRONG_MAC' })],
    isSilent: [fromStart('rights_refused_total', always(0), { fault: 'WRONG_MAC' })],
  },
  TollgateCredentialsRefused: {
    // All between two readings, of a merchant that had none before.
    fires: [
      fromTraffic('credentials_refused_total', { merchant: 'SHOP1' }, (minute) =>
        minute >= eventMinute ? 150 : undefined,
      ),
    ],
    isSilent: [fromTraffic('credentials_refused_total', { merchant: 'SHOP1' }, growing(10))],
  },
  TollgateCardTesting: {
    fires: [
      fromStart('velocity_refusals_total', from(30), {
        ...{ subject: 'ADDRESS', counter: 'DECLINES', window: 'HOUR', recorded: 'true' },
      }),
    ],
    isSilent: [
      fromStart('velocity_refusals_total', growing(1), {
        ...{ subject: 'ADDRESS', counter: 'DECLINES', window: 'HOUR', recorded: 'true' },
      }),
    ],
  },
  TollgatePageReports: {
    fires: [fromStart('page_reports_total', once, { kind: 'policy', page: 'payment' })],
    isSilent: [fromStart('page_reports_total', always(0), { kind: 'policy', page: 'payment' })],
  },
  TollgateSearchBehind: {
    fires: [fromStart('search_behind_events', from(20_000))],
    isSilent: [fromStart('search_behind_events', (minute) => (minute % 30 === 0 ? 0 : 20_000))],
  },
  TollgateStandbyNotRead: {
    fires: [fromStart('replica_reads_total', once, { outcome: 'UNREACHABLE' })],
    isSilent: [
      fromStart('replica_reads_total', once, { outcome: 'UNREACHABLE' }),
      fromStart('replica_reads_total', growing(2), { outcome: 'REPLICA' }),
    ],
  },
}

let shownAtStart: readonly { readonly name: string; readonly labels: Labels; readonly value: number }[]
before(async () => {
  const gateway = await startGateway()
  try {
    const { text } = await send(gateway.listeners.httpUrl ?? '', { path: '/metrics', login: null })
    shownAtStart = [...text.matchAll(/^(tollgate_\w+)(?:\{(.*)\})? (\S+)$/gm)].map(
      ([, name = '', list = '', value]) => ({
        name,
        labels: Object.fromEntries([...list.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, text]) => [label, text])),
        value: Number(value),
      }),
    )
  } finally {
    await gateway.stop()
  }
})

const isSame = (one: Labels, other: Labels) =>
  Object.keys({ ...one, ...other }).every((label) => one[label] === other[label])

function startValueOf({ name, labels }: Pick<Change, 'name' | 'labels'>): number | undefined {
  return shownAtStart.find((each) => each.name === name && isSame(each.labels, labels))?.value
}

const secondsBetweenReadings = 30

function record(changes: readonly Change[]): readonly Series[] {
  const seconds = Array.from(
    { length: (lastMinute * 60) / secondsBetweenReadings },
    (_, at) => at * secondsBetweenReadings,
  )
  const changed = (each: Pick<Series, 'name' | 'labels'>) =>
    changes.some(({ name, labels }) => name === each.name && isSame(labels, each.labels))
  const unchanged = shownAtStart
    .filter((each) => !changed(each))
    .map(({ name, labels, value }) => ({ name, labels, samples: seconds.map((second) => [second, value] as const) }))
  const recorded = changes.map(({ name, labels, value }) => ({
    name,
    labels,
    samples: seconds.flatMap((second) => {
      const number = value(second / 60)
      return number === undefined ? [] : [[second, number] as const]
    }),
  }))
  return [...unchanged, ...recorded]
}

/** Looked at every minute. */
function isFiring({ expr, forMinutes }: Rule, series: readonly Series[]): boolean {
  const evaluate = parseRule(expr)
  let minutes = -1
  for (let minute = firstMinute; minute < lastMinute; minute += 1) {
    const value = evaluate({ series }, minute * 60)
    minutes = typeof value !== 'number' && value.length > 0 ? minutes + 1 : -1
    if (minutes >= forMinutes) return true
  }
  return false
}

describe('an alert rule', () => {
  it('is tried for each name in the file', () => {
    assert.deepEqual(Object.keys(trials).toSorted(), [...rules.keys()].toSorted())
  })

  for (const [name, { fires, isSilent }] of Object.entries(trials)) {
    const rule = () => rules.get(name) ?? assert.fail(name)

    it(`fires when it should, from one event on: ${name}`, () => {
      assert.ok(isFiring(rule(), record(fires)))
    })

    it(`is silent otherwise: ${name}`, () => {
      assert.ok(!isFiring(rule(), record(isSilent)))
      assert.ok(!isFiring(rule(), record([])))
    })

    it(`uses series that a gateway has at its start: ${name}`, () => {
      for (const change of [...fires, ...isSilent])
        if (!change.comesWithTraffic)
          assert.equal(startValueOf(change), 0, `${change.name} ${JSON.stringify(change.labels)}`)
    })
  }

  it('fires and is silent in the same way in Prometheus itself', {
    skip: promtoolVersion === undefined && 'promtool is not installed',
  }, async () => {
    const seriesOf = (name: string, changes: readonly Change[]) =>
      record(changes).filter((each) => rules.get(name)?.expr.includes(each.name))
    await testRules(
      Object.entries(trials).map(([alert, { fires, isSilent }]) => ({
        alert,
        rule: rules.get(alert)?.text ?? '',
        runs: [
          { series: seriesOf(alert, fires), fires: true },
          { series: seriesOf(alert, isSilent), fires: false },
          { series: seriesOf(alert, []), fires: false },
        ],
      })),
      { secondsBetween: secondsBetweenReadings, fromMinute: firstMinute, toMinute: lastMinute },
    )
  })

  it('over a single event misses the first one of a series that does not start at 0', () => {
    const late = { kind: 'policy', page: 'another' }
    const first = fromTraffic('page_reports_total', late, (minute) => (minute >= eventMinute ? 1 : undefined))
    assert.ok(!isFiring(rules.get('TollgatePageReports') ?? assert.fail(), record([first])))
  })
})
