// What a credential is called and may do, in the dialogs that make one.
import { MultiSelect, TextInput } from '@mantine/core'
import { allOrSome } from '../merchants/all-or-some.ts'
import { scopeLabel } from './scope-labels.ts'

export interface Scope {
  readonly name: string
  readonly operations: readonly string[]
}

interface FieldsProps extends Scope {
  /** What the person may give. */
  readonly grantable: readonly string[]
  readonly onChange: (scope: Scope) => void
  readonly nameProblem?: string | undefined
  readonly isNameOptional?: boolean
}

export function ScopeFields({ name, operations, grantable, onChange, nameProblem, isNameOptional }: FieldsProps) {
  const isClear = operations.includes('UNMASK')
  const choose = (chosen: readonly string[]) => {
    const unmask = chosen.includes('UNMASK') ? ['UNMASK'] : []
    const named = (words: readonly string[]) => words.filter((word) => word !== 'UNMASK')
    onChange({ name, operations: [...allOrSome(named(operations), named(chosen)), ...unmask] })
  }
  return (
    <>
      <TextInput
        label="Name"
        description="What the program is for, such as “settlement job”."
        value={name}
        maxLength={40}
        error={nameProblem}
        required={!isNameOptional}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value, operations })}
      />
      <MultiSelect
        label="Operations"
        description={
          isClear
            ? 'With account numbers in clear, where the merchant has the privilege.'
            : 'Only what the program needs, and only what you may do yourself.'
        }
        data={grantable.map((word) => ({ value: word, label: scopeLabel(word) }))}
        value={[...operations]}
        onChange={choose}
        searchable
        required
      />
    </>
  )
}
