// Prometheus's own tests of alert rules, where promtool is installed: whether an alert fires over recorded series.
import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Series } from './rule-evaluator.ts'

const run = promisify(execFile)

interface AlertRun {
  readonly series: readonly Series[]
  readonly fires: boolean
}

export interface AlertTrials {
  readonly alert: string
  /** As in its file, from its name on. Apart from the others: Prometheus evaluates all rules of a file in each run. */
  readonly rule: string
  readonly runs: readonly AlertRun[]
}

interface Readings {
  readonly secondsBetween: number
  /** The alert counts from the first of these minutes to the last one, which is that of the last reading. */
  readonly fromMinute: number
  readonly toMinute: number
}

/** Undefined where it is not installed. */
export const promtoolVersion = findVersion()

function findVersion(): string | undefined {
  try {
    return execFileSync('promtool', ['--version'], { encoding: 'utf8', stdio: 'pipe' })
  } catch {
    return undefined
  }
}

/** Throws with what promtool says when an alert fires that should not, or the other way round. */
export async function testRules(trials: readonly AlertTrials[], readings: Readings): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-rules-'))
  const write = async ({ alert, rule, runs }: AlertTrials) => {
    await writeFile(join(folder, `${alert}.yml`), `groups:\n  - name: tried\n    rules:\n      - alert: ${rule}`)
    const file = join(folder, `${alert}.test.yml`)
    const tests = runs.map((each) => testOf(alert, each, readings))
    // JSON is YAML.
    await writeFile(file, JSON.stringify({ rule_files: [`${alert}.yml`], evaluation_interval: '1m', tests }))
    return file
  }
  try {
    const files = await Promise.all(trials.map(write))
    await run('promtool', ['test', 'rules', ...files])
  } finally {
    await rm(folder, { recursive: true })
  }
}

function testOf(
  alert: string,
  { series, fires }: AlertRun,
  { secondsBetween, fromMinute, toMinute }: Readings,
): object {
  const firing = `ALERTS{alertname="${alert}", alertstate="firing"}[${toMinute - fromMinute}m]`
  return {
    name: `${alert} ${fires ? 'fires' : 'is silent'}`,
    interval: `${secondsBetween}s`,
    input_series: series.map((each) => ({
      series: nameOf(each),
      values: valuesOf(each, { secondsBetween, toMinute }),
    })),
    promql_expr_test: [
      {
        expr: `count(count_over_time(${firing})) > bool 0 or vector(0)`,
        eval_time: `${toMinute}m`,
        exp_samples: [{ labels: '{}', value: fires ? 1 : 0 }],
      },
    ],
  }
}

function nameOf({ name, labels }: Series): string {
  const list = Object.entries(labels).map(([label, value]) => `${label}=${JSON.stringify(value)}`)
  return `${name}{${list.join(',')}}`
}

/** A reading that is missing is an underscore. */
function valuesOf(
  { samples }: Series,
  { secondsBetween, toMinute }: Pick<Readings, 'secondsBetween' | 'toMinute'>,
): string {
  const bySecond = new Map(samples)
  const count = (toMinute * 60) / secondsBetween
  return Array.from({ length: count }, (_, at) => bySecond.get(at * secondsBetween) ?? '_').join(' ')
}
