// What a credential is called and may do, in the dialogs that make one.
import { MultiSelect, Radio, Stack, TextInput } from '@mantine/core'
import type { PasswordListsBody } from '../../../../../src/console/response-bodies/merchants.ts'
import { permissionLabels } from '../../format/permissions.ts'
import { t } from '../../language/text.ts'
import { allOrSome } from '../merchants/all-or-some.ts'
import { scopeAbout, scopeLabel } from './scope-labels.ts'

type ScopeChoice = PasswordListsBody['scopes'][number]['name'] | 'SELECTED'

export interface Scope {
  readonly name: string
  /** Undefined until the user has chosen. */
  readonly scope: ScopeChoice | undefined
  /** Of SELECTED. */
  readonly operations: readonly string[]
}

export const noScope: Scope = { name: '', scope: undefined, operations: [] }

export function isScopeChosen({ scope, operations }: Scope): boolean {
  return scope !== undefined && (scope !== 'SELECTED' || operations.length > 0)
}

/** For the services. */
export function scopeBody({ scope, operations }: Scope): object {
  return scope === 'SELECTED' ? { operations } : { scope }
}

interface FieldsProps {
  readonly value: Scope
  /** What the user may grant. */
  readonly grantable: readonly string[]
  readonly scopes: PasswordListsBody['scopes']
  readonly onChange: (scope: Scope) => void
  readonly nameProblem?: string | undefined
  readonly isNameOptional?: boolean
}

export function ScopeFields({ value, grantable, scopes, onChange, nameProblem, isNameOptional }: FieldsProps) {
  const { name, scope } = value
  return (
    <>
      <TextInput
        label={t('Name')}
        description={t('The purpose of the credential, for example “settlement job”.')}
        value={name}
        maxLength={40}
        error={nameProblem}
        required={!isNameOptional}
        onChange={({ currentTarget }) => onChange({ ...value, name: currentTarget.value })}
      />
      <Radio.Group
        label={t('Scope')}
        required
        value={scope ?? ''}
        onChange={(chosen) => onChange({ ...value, scope: chosen as ScopeChoice })}
      >
        <Stack gap="xs" mt={4}>
          {scopes.map(({ name: choice, lackingPermissions }) => (
            <Radio
              key={choice}
              value={choice}
              label={scopeLabel(choice)}
              description={lackingPermissions.length > 0 ? lackingText(lackingPermissions) : scopeAbout[choice]}
              disabled={lackingPermissions.length > 0}
            />
          ))}
          <Radio value="SELECTED" label={scopeLabel('SELECTED')} description={scopeAbout.SELECTED} />
        </Stack>
      </Radio.Group>
      {scope === 'SELECTED' && <OperationsField value={value} grantable={grantable} onChange={onChange} />}
    </>
  )
}

function lackingText(permissions: FieldsProps['scopes'][number]['lackingPermissions']): string {
  return t('You do not have these permissions yourself: {permissions}.', {
    permissions: permissions.map((permission) => permissionLabels[permission].name).join(', '),
  })
}

function OperationsField({ value, grantable, onChange }: Pick<FieldsProps, 'value' | 'grantable' | 'onChange'>) {
  const { operations } = value
  const isClear = operations.includes('UNMASK')
  const choose = (chosen: readonly string[]) => {
    const unmask = chosen.includes('UNMASK') ? ['UNMASK'] : []
    const named = (words: readonly string[]) => words.filter((word) => word !== 'UNMASK')
    onChange({ ...value, operations: [...allOrSome(named(operations), named(chosen)), ...unmask] })
  }
  return (
    <MultiSelect
      label={t('Operations')}
      description={
        isClear
          ? t('Includes unmasked account numbers if the merchant has the privilege.')
          : t('Choose only what the integration needs. You can only grant operations you have permission for.')
      }
      data={grantable.map((word) => ({ value: word, label: scopeLabel(word) }))}
      value={[...operations]}
      onChange={choose}
      searchable
      required
    />
  )
}
