// Which columns a list shows.
import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { t } from '../language/text.ts'
import type { ColumnSelection } from '../preferences/use-columns.ts'
import type { Column } from './data-table.tsx'
import { Icon } from './icon.tsx'

interface ColumnChoiceProps<Row> {
  readonly columns: readonly [Column<Row>, ...(readonly Column<Row>[])]
  readonly chosen: ColumnSelection
}

/** The first column names the row, and is always there. */
export function ColumnChoice<Row>({ columns: [, ...columns], chosen }: ColumnChoiceProps<Row>) {
  const usual = columns.filter(({ isExtra }) => !isExtra).map(({ title }) => title)
  const shown = chosen.shown ?? usual
  return (
    <Popover position="bottom-end" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button variant="default" leftSection={<Icon name="columns" size={16} />}>
          {t('Columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('Columns')}>
        <Stack gap="xs" align="start">
          {columns.map(({ title }) => (
            <Checkbox
              key={title}
              size="sm"
              label={t(title)}
              checked={shown.includes(title)}
              onChange={({ currentTarget }) => {
                const others = shown.filter((each) => each !== title)
                chosen.choose(currentTarget.checked ? [...others, title] : others)
              }}
            />
          ))}
          <Button
            variant="subtle"
            size="compact-sm"
            disabled={chosen.shown === undefined}
            onClick={() => chosen.choose(undefined)}
          >
            {t('Show the usual columns')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
