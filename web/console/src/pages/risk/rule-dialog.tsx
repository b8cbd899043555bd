// Adds a risk rule: what it is about, and what it does.
import { Radio, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { RiskAction } from '../../../../../src/risk/rules/risk-rules.ts'
import { fieldProblem } from '../../api/problem.ts'
import { useChange } from '../../api/queries.ts'
import { t } from '../../language/text.ts'
import { ConfirmDialog } from '../../parts/dialogs.tsx'
import { notifySuccess } from '../../parts/notify.ts'
import { doneText } from '../approvals/requested-change.ts'
import { ruleKinds } from './rule-kinds.ts'

interface RuleDialogProps {
  readonly rulesPath: string
  readonly refreshes: readonly string[]
  readonly onClose: () => void
}

export function RuleDialog({ rulesPath, refreshes, onClose }: RuleDialogProps) {
  const [kind, setKind] = useState(ruleKinds[0])
  const [value, setValue] = useState('')
  const [action, setAction] = useState<RiskAction>('REVIEW')
  const entered = kind.field === 'ipCountry' ? value.trim().toUpperCase() : value.trim()
  const addition = useChange(() => ({ method: 'POST', path: rulesPath, body: { [kind.field]: entered, action } }), {
    refreshes,
    onDone: (answer) => {
      notifySuccess(doneText(answer, t('The rule was added.')))
      onClose()
    },
  })
  const problem = fieldProblem(addition.error, kind.field)
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('Add rule')}
      confirm={t('Add rule')}
      onConfirm={() => addition.mutate()}
      isBusy={addition.isPending}
      isDisabled={entered === ''}
      error={problem ? undefined : addition.error}
    >
      <Select
        label={t('Condition')}
        data={ruleKinds.map(({ field, title }) => ({ value: field, label: title }))}
        value={kind.field}
        allowDeselect={false}
        onChange={(chosen) => {
          setKind(ruleKinds.find(({ field }) => field === chosen) ?? ruleKinds[0])
          setValue('')
          addition.reset()
        }}
      />
      {kind.choices ? (
        <Select
          label={kind.label}
          placeholder={t('Select a value')}
          searchable
          data={Object.entries(kind.choices).map(([code, label]) => ({ value: code, label }))}
          value={value || null}
          error={problem}
          onChange={(chosen) => setValue(chosen ?? '')}
        />
      ) : (
        <TextInput
          label={kind.label}
          placeholder={kind.example ?? ''}
          value={value}
          error={problem}
          onChange={({ currentTarget }) => setValue(currentTarget.value)}
        />
      )}
      <Radio.Group label={t('Action')} value={action} onChange={(chosen) => setAction(chosen as RiskAction)}>
        <Stack gap="xs" mt={6}>
          <Radio
            value="REVIEW"
            label={t('Hold for review')}
            description={t('A user accepts or rejects the payment.')}
          />
          <Radio value="REJECT" label={t('Reject')} description={t('The payment is rejected.')} />
        </Stack>
      </Radio.Group>
    </ConfirmDialog>
  )
}
