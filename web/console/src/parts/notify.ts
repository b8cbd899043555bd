// Lines at the edge of the window that something was done, or was not.
import { notifications } from '@mantine/notifications'
import { t } from '../language/text.ts'

const closeButtonProps = { 'aria-label': t('Close') }

export function notifySuccess(message: string): void {
  notifications.show({ message, color: 'gate', autoClose: 5_000, closeButtonProps })
}

export function notifyProblem(message: string): void {
  notifications.show({ message, color: 'red', autoClose: 10_000, closeButtonProps })
}

/** Removes all notices: the next user must not read them. */
export function clearNotices(): void {
  notifications.clean()
  notifications.cleanQueue()
}
