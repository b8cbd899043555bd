// The state of an acquirer link, in one badge.
import { type LinkStatus as LinkStatusCode, linkStatusOf } from '../../../../../src/acquirers/rules/link-health.ts'
import { t } from '../../language/text.ts'
import { StatusBadge } from '../../parts/values.tsx'
import type { ConnectionView, LinkView } from './wire.ts'

const labels: Readonly<Record<LinkStatusCode, string>> = {
  DISABLED: t('Disabled'),
  DOWN: t('Not connected'),
  PENDING: t('Connecting'),
  UP: t('Connected'),
}

export function LinkStatus({ link }: { readonly link: Pick<LinkView, 'isEnabled' | 'status'> }) {
  const status = linkStatusOf(link)
  return (
    <StatusBadge status={status} subject="LINK">
      {labels[status]}
    </StatusBadge>
  )
}

const connectionLabels: Readonly<Record<ConnectionView['state'], string>> = {
  DOWN: t('Down'),
  SIGNING_ON: t('Signing on'),
  UP: t('Up'),
}

export function ConnectionStatus({ state }: Pick<ConnectionView, 'state'>) {
  return <StatusBadge status={state === 'SIGNING_ON' ? 'PENDING' : state}>{connectionLabels[state]}</StatusBadge>
}

export function problemOf({ status, problem }: Pick<LinkView, 'status' | 'problem'>): string | undefined {
  return problem ?? (status?.state === 'DOWN' ? (status.reason ?? status.lastError) : undefined)
}
