// Permissions that a user gets only when a second user has approved them.
import { t } from '../../language/text.ts'

export function approvalNotice(): string {
  return t('Permissions are waiting for another user’s approval.')
}

/** Where requests of the same organization are listed. */
export function approvalPaths(service: string): readonly string[] {
  return [service.replace(/\/users$/, '/approval-requests')]
}
