// Confirmations, and values that are shown only once.
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { problemText } from '../api/problem.ts'
import { Dialog } from './dialog.tsx'
import { Icon } from './icon.tsx'
import { CopyButton } from './values.tsx'

interface ConfirmProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  readonly children: ReactNode
  /** What the button says: the deed itself, such as "Refund 12.00 EUR". */
  readonly confirm: string
  readonly onConfirm: () => void
  readonly isDangerous?: boolean
  readonly isBusy?: boolean
  readonly isDisabled?: boolean
  readonly error?: unknown
  /** Above another dialog that waits for this one. */
  readonly isOnTop?: boolean
}

/** A form in a dialog: fields as children, the deed on its button, a refusal above it. */
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
              Cancel
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

/** A refusal, in words. */
export function Problem({ error }: { readonly error: unknown }) {
  return (
    <Alert color="red" variant="light" role="alert" icon={<Icon name="alert" />}>
      {problemText(error)}
    </Alert>
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
        <Text fz="sm">Copy it now. You will not be able to see it again.</Text>
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
          <Button onClick={onClose}>I have saved it</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
