// The table of one side of an operation: every group and field with what holds for it in which versions.

import { readdirSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { OperationName } from '../../src/contract/operation.ts'
import { descriptionOf } from '../../src/contract/reference/field-descriptions.ts'
import { type Line, type Run, runsOf, type State, type Step, spanText } from './lines.ts'
import { code, plain, table } from './markdown.ts'

interface FieldTable {
  readonly operation: OperationName
  readonly steps: readonly Step[]
  readonly lines: readonly Line[]
  readonly decisions: Decisions
}

const head = ['Field', 'Type and bounds', 'Presence', 'Versions', 'Meaning', 'Decided']

export function fieldTable(of: FieldTable): string {
  const names = new Set(of.lines.map(({ name }) => name))
  return table(
    head,
    of.lines.map((line) => [
      code(line.name),
      typeCell(of.steps, line),
      presenceCell(of.steps, line),
      versionsCell(of.steps, line),
      meaningCell(of.operation, line, names),
      decidedCell(of, line),
    ]),
  )
}

export function typeCell(steps: readonly Step[], { states }: Line): string {
  return said(steps, states, typeText, (before, after) => valuesDifference(before, after) ?? typeText(after))
}

/** What the steps say, once if they agree; otherwise run by run, each seen against the one before. */
function said(
  steps: readonly Step[],
  states: readonly (State | undefined)[],
  say: (state: State) => string,
  sayAfter: (before: State, after: State) => string = (_, after) => say(after),
): string {
  const runs = runsOf(states, (a, b) => say(a) === say(b))
  const [first] = runs
  if (first && runs.every(({ value }) => say(value) === say(first.value))) return say(first.value)
  return runs
    .map((run, index) => {
      const before = runs[index - 1]?.value
      return `${spanText(steps, run)}: ${before ? sayAfter(before, run.value) : say(run.value)}`
    })
    .join('; ')
}

/** The rule of a value in one phrase, default and secrecy included. */
export function typeText(state: State): string {
  const { secret } = state
  return [ruleOf(state), secret && `secret (${secret.toLowerCase()})`, defaultText(state)].filter(Boolean).join(', ')
}

function ruleOf({ type, bounds, values }: State): string {
  if (bounds === '' || type === 'Boolean') return type
  return `${type}${values ? ':' : ''} ${plain(bounds)}`
}

function defaultText({ default: value }: State): string | undefined {
  return value === undefined ? undefined : `default ${code(String(value))}`
}

/** How a list of values changed: long lists are not written twice. */
export function valuesDifference(before: State, after: State): string | undefined {
  if (!before.values || !after.values || before.default !== after.default || before.type !== after.type)
    return undefined
  const added = after.values.filter((value) => !before.values?.includes(value))
  const dropped = before.values.filter((value) => !after.values?.includes(value))
  if (dropped.length === before.values.length) return undefined
  const parts = [added.length > 0 && `also ${added.join(', ')}`, dropped.length > 0 && `without ${dropped.join(', ')}`]
  return parts.filter(Boolean).join('; ') || undefined
}

function presenceCell(steps: readonly Step[], { states }: Line): string {
  return said(steps, states, ({ presence }) => presence)
}

export function versionsCell(steps: readonly Step[], { states }: Line): string {
  return runsOf(states, () => true)
    .map((run) => spanText(steps, run))
    .join(', ')
}

function meaningCell(operation: OperationName, { name, states }: Line, names: ReadonlySet<string>): string {
  const sentence = descriptionOf(name, operation) ?? ''
  const canonical = states.find((state) => state?.canonical)?.canonical
  const other = canonical && [canonical, `${canonical}[n]`].find((each) => names.has(each) && each !== name)
  return other ? `${sentence} The same as ${code(other)}.` : sentence
}

function decidedCell({ steps, decisions }: FieldTable, { states }: Line): string {
  const present = runsOf(states, () => true)
  const pages = states.map((state) => state?.decided)
  return runsOf(pages, (a, b) => a === b)
    .map((run) => {
      const link = decisions.link(run.value)
      return isWhole(run, present) ? link : `${link} (${spanText(steps, run)})`
    })
    .join(', ')
}

/** True when the decision holds wherever the field does. */
function isWhole(run: Run<string>, present: readonly Run<State>[]): boolean {
  return present.length === 1 && present[0]?.first === run.first && present[0]?.last === run.last
}

// The pages in docs that rows refer to where the specification leaves a choice.

export interface Decisions {
  /** A Markdown link from a reference page. */
  readonly link: (page: string) => string
}

export function readDecisions(docsFolder: string, referenceFolder: string): Decisions {
  const records = readdirSync(resolve(docsFolder, 'adr'))
  const linkTo = (text: string, file: string) => {
    const path = relative(referenceFolder, resolve(docsFolder, file)).replaceAll('\\', '/')
    return `[${text}](${path})`
  }
  return {
    link(page) {
      if (page === 'choices') return linkTo('choices', 'choices.md')
      const number = page.replace(/^adr\//, '')
      const file = records.find((name) => name.startsWith(`${number}-`))
      if (file === undefined) throw new Error(`a row refers to ${page}, which is not in docs`)
      return linkTo(`ADR ${number}`, `adr/${file}`)
    },
  }
}
