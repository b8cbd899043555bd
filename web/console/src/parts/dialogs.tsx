// Confirmations, and values that are shown only once.
import { Button, Group, Stack, Text } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { t } from '../language/text.ts'
import { Dialog } from './dialog.tsx'
import { Problem } from './problem.tsx'
import { CopyButton } from './values.tsx'

interface ConfirmProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  readonly children: ReactNode
  /** The label of the button: the action itself, such as "Refund 12.00 EUR". */
  readonly confirm: string
  readonly onConfirm: () => void
  readonly isDangerous?: boolean
  readonly isBusy?: boolean
  readonly isDisabled?: boolean
  readonly error?: unknown
  /** Above another dialog that waits for this one. */
  readonly isOnTop?: boolean
}

/** A form in a dialog: fields as children, the action on its button, an error above it. */
export function ConfirmDialog(props: ConfirmProps) {
  const { isOpen, onClose, title, children, confirm, onConfirm, isDangerous, isBusy, isDisabled, error } = props
  const { isOnTop = false } = props
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onConfirm()
  }
  return (
    <Dialog opened={isOpen} onClose={onClose} title={title} zIndex={isOnTop ? 300 : 200}>
      <form onSubmit={submit}>
        <Stack gap="md">
          {children}
          {error ? <Problem error={error} /> : null}
          <Group justify="end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button
              type="submit"
              {...(isDangerous && { color: 'red' })}
              loading={isBusy ?? false}
              disabled={isDisabled ?? false}
            >
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

interface SecretDialogProps {
  readonly title: string
  /** Undefined while there is nothing to show. */
  readonly secret: string | undefined
  readonly label: string
  readonly onClose: () => void
  readonly children?: ReactNode
}

/** A secret that the gateway returns only once. */
export function SecretDialog({ title, secret, label, onClose, children }: SecretDialogProps) {
  return (
    <Dialog opened={secret !== undefined} onClose={onClose} title={title} closeOnClickOutside={false}>
      <Stack gap="md">
        <Text fz="sm">{t('Copy it now. You will not be able to see it again.')}</Text>
        <div>
          <Text fz="sm" c="dimmed">
            {label}
          </Text>
          <Group gap="xs" wrap="nowrap">
            <span className="code" data-secret>
              {secret}
            </span>
            <CopyButton value={secret ?? ''} />
          </Group>
        </div>
        {children}
        <Group justify="end">
          <Button onClick={onClose}>{t('I have saved it')}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
