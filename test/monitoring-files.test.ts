// The alert rules and the dashboard for operators use metrics and labels that the gateway has, each by its kind.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { before, describe, it } from 'node:test'
import { openMetrics } from '../src/platform/telemetry/metrics.ts'

const folder = resolve(import.meta.dirname, '../docs/operating')
const alerts = readFileSync(join(folder, 'monitoring/alerts.yml'), 'utf8')
const dashboard = JSON.parse(readFileSync(join(folder, 'monitoring/dashboard.json'), 'utf8')) as {
  readonly panels: readonly {
    readonly id: number
    readonly title: string
    readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[]
  }[]
}

const alertExpressions = [...alerts.matchAll(/^ {8}expr: (.+)$/gm)].map(([, expr = '']) => expr)
const dashboardExpressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
const expressions = [...alertExpressions, ...dashboardExpressions]

interface Metric {
  readonly type: string
  readonly labels: readonly string[]
}

/** Labels that Prometheus adds, and the one of the buckets. */
const addedLabels = ['job', 'instance', 'le']

let metrics: ReadonlyMap<string, Metric>
before(async () => {
  const { registry } = openMetrics()
  const rows = await registry.getMetricsAsJSON()
  metrics = new Map(
    rows.map(({ name, type }) => {
      const { labelNames = [] } = registry.getSingleMetric(name) as unknown as { labelNames?: readonly string[] }
      return [name, { type: String(type), labels: labelNames }]
    }),
  )
})

/** A histogram is read by its parts, everything else by its name. */
function metricOf(name: string): Metric | undefined {
  const whole = name.replace(/_(bucket|sum|count)$/, '')
  return whole === name ? plain(name) : metrics.get(whole)?.type === 'histogram' ? metrics.get(whole) : plain(name)
}

function plain(name: string): Metric | undefined {
  const found = metrics.get(name)
  return found?.type === 'histogram' ? undefined : found
}

const metricName = /tollgate_[a-z_]+[a-z]/g

describe('the alert rules and the dashboard', () => {
  it('use existing metrics', () => {
    assert.ok(alertExpressions.length > 15 && dashboardExpressions.length > 20)
    for (const expr of expressions)
      for (const [name] of expr.matchAll(metricName)) assert.ok(metricOf(name), `${name} in ${expr}`)
  })

  it('take rates of counters only', () => {
    for (const expr of expressions) {
      const rated = [...expr.matchAll(/\b(?:rate|increase)\((tollgate_[a-z_]+)/g)].map(([, name = '']) => name)
      for (const [name] of expr.matchAll(metricName)) {
        const isCounted = metricOf(name)?.type !== 'gauge'
        assert.equal(rated.includes(name), isCounted, `${name} in ${expr}`)
      }
    }
  })

  it('use labels that the metrics have', () => {
    for (const expr of expressions) {
      const known = [...expr.matchAll(metricName)].flatMap(([name]) => metricOf(name)?.labels ?? [])
      const grouped = [...expr.matchAll(/\bby \(([^)]+)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/))
      const selected = [...expr.matchAll(/[{,]\s*([a-z_]+)\s*(?:=~|!=|!~|=)/g)].map(([, label = '']) => label)
      for (const label of [...grouped, ...selected])
        assert.ok([...known, ...addedLabels].includes(label), `${label} in ${expr}`)
    }
  })

  it('show only labels that their expressions keep', () => {
    for (const rule of alerts.split(/^ {6}- alert: /m).slice(1)) {
      const expr = /^ {8}expr: (.+)$/m.exec(rule)?.[1] ?? assert.fail(rule)
      for (const [, label = ''] of rule.matchAll(/\$labels\.(\w+)/g))
        assert.ok(expr.startsWith('up{') || new RegExp(`by \\([^)]*\\b${label}\\b`).test(expr), `${label} in ${expr}`)
    }
    for (const { targets } of dashboard.panels)
      for (const { expr, legendFormat } of targets)
        for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
          assert.match(expr, new RegExp(`by \\([^)]*\\b${label}\\b`))
  })

  it('have distinct names, a severity and a summary each', () => {
    const names = [...alerts.matchAll(/^ {6}- alert: (\w+)$/gm)].map(([, name]) => name)
    assert.equal(new Set(names).size, alertExpressions.length)
    assert.equal([...alerts.matchAll(/^ {8}labels: \{ severity: (page|ticket) \}$/gm)].length, names.length)
    assert.equal([...alerts.matchAll(/^ {10}summary: .+\.$/gm)].length, names.length)
    assert.equal(new Set(dashboard.panels.map(({ id }) => id)).size, dashboard.panels.length)
    assert.equal(new Set(dashboard.panels.map(({ title }) => title)).size, dashboard.panels.length)
  })

  it('have a rule for every metric that the manual says to alert on', () => {
    const manual = readFileSync(join(folder, 'monitoring.md'), 'utf8')
    const rows = [...manual.matchAll(/^\| (`tollgate_[^|]+)\|[^|]+\| ([^|]+) \|$/gm)]
    assert.ok(rows.length > 20)
    for (const [row, named = ''] of rows) {
      const names = [...named.matchAll(metricName)].map(([name]) => name)
      const isCovered = names.some((name) => alerts.includes(name))
      const isLeftToOperators = names.every((name) => leftToOperators.includes(name))
      assert.ok(isCovered !== isLeftToOperators, row)
    }
  })
})

/** What is normal differs too much between installations for a rule. */
const leftToOperators = [
  'tollgate_requests_in_flight',
  'tollgate_requests_abandoned_total',
  'tollgate_recovered_attempts_total',
  'tollgate_reversals_ended_total',
]
