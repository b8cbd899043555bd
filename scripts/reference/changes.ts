// What a step changed: fields that came, went, or hold something else than before.
import { typeText, valuesDifference } from './field-table.ts'
import { type Line, linesOf, type Side, type State, type Step } from './lines.ts'
import { code } from './markdown.ts'

export interface Changes {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed: readonly string[]
}

/** A section for each step but the first. */
export function changesSection(steps: readonly Step[]): string {
  if (steps.length === 1) return 'All versions share one contract.'
  return steps
    .slice(1)
    .map((step, index) => {
      const sides = (['request', 'response'] as const).map((side) => sideText(steps, side, index + 1))
      const text = [...sides, rulesText(steps[index], step)].filter((each) => each !== '').join('\n')
      return `### From version ${step.from}\n\n${text || 'Nothing that a table could show.'}`
    })
    .join('\n\n')
}

function sideText(steps: readonly Step[], side: Side, index: number): string {
  const { added, removed, changed } = changesOf(linesOf(steps, side), index)
  return [
    ...listed(`${side === 'request' ? 'Request' : 'Answer'}, added`, added),
    ...listed(`${side === 'request' ? 'Request' : 'Answer'}, removed`, removed),
    ...changed.map((change) => `- ${side === 'request' ? 'Request' : 'Answer'}, changed: ${change}`),
  ].join('\n')
}

function rulesText(before: Step | undefined, after: Step): string {
  return (['rules', 'derivations'] as const)
    .flatMap((part) => {
      const title = part === 'rules' ? 'Rule' : 'Derived value'
      const older = before?.contract[part]?.map(({ says }) => says) ?? []
      const newer = after.contract[part]?.map(({ says }) => says) ?? []
      return [
        ...newer.filter((says) => !older.includes(says)).map((says) => `- ${title}, added: ${says}`),
        ...older.filter((says) => !newer.includes(says)).map((says) => `- ${title}, removed: ${says}`),
      ]
    })
    .join('\n')
}

function listed(title: string, names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : [`- ${title}: ${names.join(', ')}`]
}

/** The difference between step `index` and the one before it. */
export function changesOf(lines: readonly Line[], index: number): Changes {
  const before = ({ states }: Line) => states[index - 1]
  const after = ({ states }: Line) => states[index]
  return {
    added: collapsed(lines, (line) => !before(line) && after(line)),
    removed: collapsed(lines, (line) => !after(line) && before(line)),
    changed: lines.flatMap((line) => {
      const [older, newer] = [before(line), after(line)]
      const change = older && newer && changeText(older, newer)
      return change ? [`${code(line.name)}: ${change}`] : []
    }),
  }
}

/** A group that came or went as a whole is named once, with the number of its fields. */
function collapsed(lines: readonly Line[], concerned: (line: Line) => State | false | undefined): readonly string[] {
  const names: string[] = []
  let group: string | undefined
  for (const line of lines) {
    const state = concerned(line)
    if (!state || (group !== undefined && line.name.startsWith(group))) continue
    group = state.isHolder ? `${line.name}.` : undefined
    const fields = group === undefined ? 0 : fieldsBelow(lines, group, concerned)
    names.push(code(line.name) + (fields > 0 ? ` with ${fields} ${fields === 1 ? 'field' : 'fields'}` : ''))
  }
  return names
}

function fieldsBelow(lines: readonly Line[], prefix: string, concerned: (line: Line) => State | false | undefined) {
  return lines.filter((line) => {
    const state = line.name.startsWith(prefix) && concerned(line)
    return state && !state.isHolder
  }).length
}

function changeText(before: State, after: State): string | undefined {
  const isSameType = typeText(before) === typeText(after)
  const type = isSameType ? undefined : (valuesDifference(before, after) ?? `${typeText(before)} → ${typeText(after)}`)
  const presence = before.presence === after.presence ? undefined : `${before.presence} → ${after.presence}`
  return [type, presence].filter(Boolean).join('; ') || undefined
}
