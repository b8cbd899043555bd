// Where the six digits of a second factor are typed; telephones and password managers know what it is.
import { TextInput } from '@mantine/core'
import { t } from '../language/text.ts'

interface CodeProps {
  readonly value: string
  readonly onChange: (code: string) => void
  readonly label?: string
  readonly error?: string | undefined
}

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
