// How an acquirer link stands, on its page and in the list.
export type LinkStatus = 'DISABLED' | 'DOWN' | 'PENDING' | 'UP'

interface LinkCondition {
  readonly isEnabled: boolean
  /** Undefined while it has not been opened. */
  readonly status?:
    | {
        readonly state: 'UP' | 'DOWN'
        readonly connections: readonly { readonly state: 'UP' | 'SIGNING_ON' | 'DOWN' }[]
      }
    | undefined
}

/** A link can be up before one of its connections is. */
export function linkStatusOf({ isEnabled, status }: LinkCondition): LinkStatus {
  if (!isEnabled) return 'DISABLED'
  if (status?.state !== 'UP') return 'DOWN'
  const { connections } = status
  return connections.length > 0 && connections.every(({ state }) => state === 'SIGNING_ON') ? 'PENDING' : 'UP'
}
