// The settings of an adapter as fields of a form, made from its schema. A secret is written and never read.
import { Accordion, PasswordInput, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { fieldProblem } from '../../api/problem.ts'
import { t } from '../../language/text.ts'
import type { SettingView } from './wire.ts'

/** What was typed, by the setting's name; what is absent is left as it is. */
export type SettingTexts = Readonly<Record<string, string>>

interface Props {
  readonly settings: readonly SettingView[]
  readonly texts: SettingTexts
  readonly onChange: (texts: SettingTexts) => void
  readonly error: unknown
}

/** What most links leave as it is: it has a default and does not say who the other end is. */
const isTuning = ({ default: usual, isIdentity, isRequired }: SettingView) =>
  usual !== undefined && !isIdentity && !isRequired

export function SettingFields({ settings, texts, onChange, error }: Props) {
  const fields = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<string | null>(null)
  const hasTuningProblem = settings.some((each) => isTuning(each) && fieldProblem(error, `settings.${each.name}`))
  const shownPart = hasTuningProblem ? tuningPart : opened
  // The form is longer than the window: the field that was refused is brought into view.
  useEffect(() => {
    if (error) fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])
  const fieldOf = (setting: SettingView) => (
    <SettingField
      key={setting.name}
      setting={setting}
      text={texts[setting.name] ?? textOf(setting)}
      onText={(text) => onChange({ ...texts, [setting.name]: text })}
      problem={fieldProblem(error, `settings.${setting.name}`)}
    />
  )
  const tuning = settings.filter(isTuning)
  return (
    <Stack gap="md" ref={fields}>
      {settings.filter((each) => !isTuning(each)).map(fieldOf)}
      {tuning.length > 0 && (
        <Accordion value={shownPart} onChange={setOpened}>
          <Accordion.Item value={tuningPart}>
            <Accordion.Control>{t('Time-outs and limits')}</Accordion.Control>
            <Accordion.Panel>
              <Stack gap="md">{tuning.map(fieldOf)}</Stack>
            </Accordion.Panel>
          </Accordion.Item>
        </Accordion>
      )}
    </Stack>
  )
}

const tuningPart = 'TUNING'

interface FieldProps {
  readonly setting: SettingView
  readonly text: string
  readonly onText: (text: string) => void
  readonly problem: string | undefined
}

function SettingField({ setting, text, onText, problem }: FieldProps) {
  const { title, type, enum: words, isSecret, isMultiline, isRequired, isSet } = setting
  const common = {
    label: t(title),
    description: describe(setting),
    error: problem,
    required: isRequired && !(isSecret && isSet),
  }
  const typed = {
    ...common,
    value: text,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onText(currentTarget.value),
    autoComplete: 'off',
    ...(isSecret && isSet && { placeholder: t('Set, not shown') }),
  }
  if (type === 'boolean')
    return (
      <Switch
        {...common}
        required={false}
        checked={text === 'true'}
        onChange={({ currentTarget }) => onText(String(currentTarget.checked))}
      />
    )
  if (words)
    return (
      <Select
        {...common}
        data={[...words]}
        value={text === '' ? null : text}
        onChange={(chosen) => onText(chosen ?? '')}
        clearable={!isRequired}
      />
    )
  if (isMultiline) return <Textarea {...typed} autosize minRows={2} maxRows={8} spellCheck={false} />
  if (isSecret) return <PasswordInput {...typed} autoComplete="new-password" />
  return <TextInput {...typed} {...(type === 'integer' && { inputMode: 'numeric' as const })} />
}

function describe({ description, isIdentity, default: usual, isSecret }: SettingView): string | undefined {
  const parts = [
    description !== undefined && t(description),
    isIdentity && t('A change makes a new revision.'),
    isSecret && t('Sealed; never shown again.'),
    usual !== undefined && t('Default: {value}.', { value: String(usual) }),
  ]
  return parts.filter(Boolean).join(' ') || undefined
}

function textOf({ value, isSecret }: SettingView): string {
  return isSecret || value === undefined ? '' : String(value)
}

/** What differs from the settings as they are: texts to set, and names that go back to their defaults. */
export function changesOf(settings: readonly SettingView[], texts: SettingTexts) {
  const changed = settings.filter((setting) => {
    const text = texts[setting.name]
    return text !== undefined && text !== textOf(setting)
  })
  const isEmptied = ({ name, type }: SettingView) => texts[name] === '' && type !== 'boolean'
  return {
    settings: changed.filter((setting) => !isEmptied(setting)).map(({ name }) => ({ name, value: texts[name] ?? '' })),
    unset: changed.filter((setting) => isEmptied(setting) && setting.isSet).map(({ name }) => name),
  }
}
