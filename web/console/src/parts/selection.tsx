// Rows of a list that are chosen, for what is done with several at once.
import { Button, Checkbox, Group, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { t, tn } from '../language/text.ts'
import { Icon } from './icon.tsx'

interface Chosen {
  readonly keys: ReadonlySet<string>
  set(keys: ReadonlySet<string>): void
}

/** With its boxes, so that tables without a selection do not load them. */
export interface TableSelection extends Chosen {
  boxOf(rowKey: string): ReactNode
  boxOfAll(rowKeys: readonly string[]): ReactNode
}

/** `scope` is what the list shows: rows of another page or filter are not chosen any more. */
export function useSelection(scope: string): TableSelection {
  const [chosen, setChosen] = useState<{ readonly scope: string; readonly keys: ReadonlySet<string> }>()
  const keys = chosen?.scope === scope ? chosen.keys : none
  const selection: Chosen = { keys, set: (wanted) => setChosen({ scope, keys: wanted }) }
  return {
    ...selection,
    boxOf: (rowKey) => <SelectRow selection={selection} rowKey={rowKey} />,
    boxOfAll: (rowKeys) => <SelectAll selection={selection} keys={rowKeys} />,
  }
}

const none: ReadonlySet<string> = new Set()

function SelectAll({ selection, keys }: { readonly selection: Chosen; readonly keys: readonly string[] }) {
  const isAll = keys.every((key) => selection.keys.has(key))
  return (
    <Checkbox
      size="xs"
      aria-label={t('Select all rows')}
      checked={isAll}
      indeterminate={!isAll && selection.keys.size > 0}
      onChange={() => selection.set(isAll ? none : new Set(keys))}
    />
  )
}

function SelectRow({ selection, rowKey }: { readonly selection: Chosen; readonly rowKey: string }) {
  return (
    <Checkbox
      size="xs"
      className="above-link"
      aria-label={t('Select {row}', { row: rowKey })}
      checked={selection.keys.has(rowKey)}
      onChange={({ currentTarget }) => {
        const keys = new Set(selection.keys)
        if (currentTarget.checked) keys.add(rowKey)
        else keys.delete(rowKey)
        selection.set(keys)
      }}
    />
  )
}

interface SelectionBarProps {
  readonly selection: TableSelection
  /** What can be done with them. */
  readonly children: ReactNode
}

/** Above the list, while rows are chosen. */
export function SelectionBar({ selection, children }: SelectionBarProps) {
  const { size } = selection.keys
  return (
    <div role="status" className="selection-status">
      {size > 0 && (
        <Group gap="sm" className="paper selection-bar">
          <Text fz="sm" fw={600}>
            {tn(size, '{count} selected', '{count} selected')}
          </Text>
          {children}
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            onClick={() => selection.set(none)}
            leftSection={<Icon name="x" size={14} />}
          >
            {t('Clear selection')}
          </Button>
        </Group>
      )}
    </div>
  )
}
