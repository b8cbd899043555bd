// Rules across fields, defaults and what the gateway works out, in words.
import type { Line, State } from './lines.ts'
import { code, table } from './markdown.ts'
import { runsOf, type Step, spanText } from './steps.ts'

export function rulesSection(steps: readonly Step[]): string {
  const rows = saidBySteps(steps, 'rules')
  return rows.length === 0 ? 'None.' : table(['Rule', 'Versions'], rows)
}

/** What the rules or derivations of the steps say, each sentence once, with the versions it holds in. */
function saidBySteps(steps: readonly Step[], part: 'rules' | 'derivations'): readonly (readonly [string, string])[] {
  const saidBy = steps.map(({ contract }) => (contract[part] ?? []).map(({ says }) => says))
  return [...new Set(saidBy.flat())].map((sentence) => {
    const runs = runsOf(
      saidBy.map((said) => (said.includes(sentence) ? sentence : undefined)),
      () => true,
    )
    return [sentence, runs.map((run) => spanText(steps, run)).join(', ')]
  })
}

export function valuesSection(steps: readonly Step[], request: readonly Line[], answer: readonly Line[]): string {
  const sentences = [
    ...saidBySteps(steps, 'derivations').map(([says, span]) => (span === 'all' ? says : `${says} (${span})`)),
    ...each(steps, request, ({ default: value }) =>
      value === undefined ? undefined : `absent counts as ${code(String(value))}`,
    ),
    ...each(steps, answer, ({ joinedWith }) =>
      joinedWith === undefined ? undefined : `holds ${code(joinedWith)} too, after a comma, as far as it fits`,
    ),
    ...each(steps, answer, ({ nearest, values }) => nearest && nearestText(nearest, values ?? [])),
  ]
  return sentences.length === 0 ? 'None.' : sentences.map((sentence) => `- ${sentence}`).join('\n')
}

function each(
  steps: readonly Step[],
  lines: readonly Line[],
  say: (state: State) => string | undefined,
): readonly string[] {
  return lines.flatMap(({ name, states }) => {
    const said = states.map((state) => state && say(state))
    return runsOf(said, (a, b) => a === b).map((run) => {
      const span = spanText(steps, run)
      return `${code(name)}${span === 'all' ? '' : ` (${span})`} ${run.value}`
    })
  })
}

/** Only what the version does not list itself is replaced. */
function nearestText(nearest: Readonly<Record<string, string>>, values: readonly string[]): string | undefined {
  const replaced = Object.entries(nearest).filter(([value]) => !values.includes(value))
  const pairs = replaced.map(([value, instead]) => `${code(instead)} for ${code(value)}`)
  return pairs.length === 0 ? undefined : `reads ${pairs.join(', ')}`
}
