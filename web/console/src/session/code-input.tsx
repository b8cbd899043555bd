// Where the code of a second factor is typed; telephones and password managers know what it is. Where a recovery code may take
// its place, the user can switch to it.
import { Anchor, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { t } from '../language/text.ts'

interface CodeProps {
  readonly value: string
  readonly onChange: (code: string) => void
  readonly label?: string
  readonly error?: string | undefined
}

/** Six digits of the device. */
export function CodeInput({ value, onChange, label = t('Code from your authenticator app'), error }: CodeProps) {
  return (
    <TextInput
      label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value.replaceAll(/\D/g, '').slice(0, 6))}
      autoComplete="one-time-code"
      inputMode="numeric"
      placeholder="000000"
      required
      data-autofocus
      autoFocus
      error={error}
      className="numbers"
    />
  )
}

/** Six digits of the device, or a recovery code. */
export function AnyCodeInput(props: Omit<CodeProps, 'label'>) {
  const { value, onChange, error } = props
  const [isRecovery, setIsRecovery] = useState(false)
  const change = () => {
    onChange('')
    setIsRecovery(!isRecovery)
  }
  return (
    <Stack gap="xs" align="stretch">
      {isRecovery ? (
        <TextInput
          key="recovery"
          label={t('Recovery code')}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value.slice(0, 30))}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="xxxx-xxxx-xxxx"
          dir="ltr"
          required
          autoFocus
          error={error}
          className="numbers"
        />
      ) : (
        <CodeInput {...props} />
      )}
      <Anchor component="button" type="button" fz="sm" ta="start" onClick={change}>
        {isRecovery ? t('Use the authenticator app') : t('Use a recovery code')}
      </Anchor>
    </Stack>
  )
}

/** Whether there is enough to send. */
export function isCodeComplete(code: string): boolean {
  return /^\d{6}$/.test(code) || code.replaceAll(/[\s-]/g, '').length === recoveryCodeLength
}
const recoveryCodeLength = 12
