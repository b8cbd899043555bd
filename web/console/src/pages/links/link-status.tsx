// The state of an acquirer link, in one badge.
import { t } from '../../language/text.ts'
import { StatusBadge } from '../../parts/values.tsx'
import type { ConnectionView, LinkView } from './wire.ts'

type LinkStateCode = 'DISABLED' | 'DOWN' | 'PENDING' | 'UP'

const labels: Readonly<Record<LinkStateCode, string>> = {
  DISABLED: t('Disabled'),
  DOWN: t('Not connected'),
  PENDING: t('Connecting'),
  UP: t('Connected'),
}

export function LinkStatus({ link }: { readonly link: Pick<LinkView, 'isEnabled' | 'status'> }) {
  const state = link.isEnabled ? stateOf(link.status) : 'DISABLED'
  return <StatusBadge status={state}>{labels[state]}</StatusBadge>
}

/** A link can be up before one of its connections is. */
function stateOf(status: LinkView['status']): LinkStateCode {
  if (status?.state !== 'UP') return 'DOWN'
  const { connections } = status
  return connections.length > 0 && connections.every(({ state }) => state === 'SIGNING_ON') ? 'PENDING' : 'UP'
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
