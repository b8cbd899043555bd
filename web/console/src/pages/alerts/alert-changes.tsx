// What was before and what is after, of the settings that an alert is about.
import { Text } from '@mantine/core'
import { type AlertChange, alertChanges, alertFacts, alertValueText } from '../../../../../src/audit/rules/alerts.ts'
import { tn } from '../../language/text.ts'
import { NoValue } from '../../parts/values.tsx'

/** In a row of the list. */
const shownMax = 2
const shortMax = 28

export function ChangeList({ subject }: { readonly subject: object }) {
  const changes = alertChanges(subject)
  if (changes.length === 0) return <FactList subject={subject} />
  const more = changes.length - shownMax
  return (
    <div className="alert-changes">
      {changes.slice(0, shownMax).map((change) => (
        <div key={change.name}>
          {change.name} <ChangedValue change={change} />
        </div>
      ))}
      {more > 0 && (
        <Text fz="sm" c="dimmed" span>
          {tn(more, 'and {count} more change', 'and {count} more changes')}
        </Text>
      )}
    </div>
  )
}

/** What was requested or approved, where nothing was changed. */
function FactList({ subject }: { readonly subject: object }) {
  const facts = alertFacts(subject)
  if (facts.length === 0) return <NoValue />
  return (
    <div className="alert-changes">
      {facts.slice(0, shownMax).map(([name, value]) => (
        <div key={name}>
          {name} <ShownValue value={value} isWhole={false} />
        </div>
      ))}
    </div>
  )
}

interface ChangedValueProps {
  readonly change: AlertChange
  readonly isWhole?: boolean
}

export function ChangedValue({ change: { before, after }, isWhole = false }: ChangedValueProps) {
  return (
    <span dir="ltr">
      <ShownValue value={before} isWhole={isWhole} /> → <ShownValue value={after} isWhole={isWhole} />
    </span>
  )
}

function ShownValue({ value, isWhole }: { readonly value: unknown; readonly isWhole: boolean }) {
  const text = alertValueText(value)
  if (text === '') return <NoValue />
  const isCut = !isWhole && text.length > shortMax
  return (
    <span className="code" {...(isCut && { title: text })}>
      {isCut ? `${text.slice(0, shortMax - 1)}…` : text}
    </span>
  )
}
