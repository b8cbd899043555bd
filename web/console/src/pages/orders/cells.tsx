// Cells that lists of orders and of transactions share.
import { Text } from '@mantine/core'
import { codeText } from '../../format/text.ts'
import { NoValue } from '../../parts/values.tsx'

interface Source {
  readonly source?: string
  readonly scheme?: string
  readonly account?: string
}

interface RowNameProps {
  readonly children: string
  /** The merchant's own name for it. */
  readonly reference?: string | undefined
}

/** An id that breaks only when it is long. */
export function RowName({ children, reference }: RowNameProps) {
  return (
    <Text span inherit display="block" miw={children.length > 16 ? 180 : 110} style={{ overflowWrap: 'anywhere' }}>
      {children}
      {reference !== undefined && (
        <Text span display="block" c="dimmed" fz="xs">
          {reference}
        </Text>
      )}
    </Text>
  )
}

/** What was paid with: scheme and masked account, or the provider. */
export function SourceText({ source, scheme, account }: Source) {
  const name = scheme ?? source
  if (name === undefined) return <NoValue />
  return (
    <span>
      {codeText(name)}
      {account !== undefined && <span className="numbers"> ···· {account.slice(-4)}</span>}
    </span>
  )
}
