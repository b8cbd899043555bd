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
        description="The purpose of the credential, for example “settlement job”."
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
            ? 'Includes unmasked account numbers if the merchant has the privilege.'
            : 'Choose only what the integration needs. You can only grant operations you have permission for.'
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
