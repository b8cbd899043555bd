// What the connections of a host share, and how the running host of a folder is found.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Framer, Iso8583Codec } from '../iso8583/index.ts'
import type { FollowedMessage } from './describe.ts'
import type { SeededFaults } from './faults.ts'
import type { Journal } from './journal.ts'
import type { HostKeys } from './keys.ts'
import type { HostState } from './take-message.ts'

export interface HostContext {
  readonly codec: Iso8583Codec
  readonly framer: Framer
  readonly keys: HostKeys
  readonly state: HostState
  readonly journal: Pick<Journal, 'flushed'>
  readonly faults: SeededFaults | undefined
  readonly slowMs: number
  readonly lateMs: number
  readonly echoMs: number
  /** How long the other side has to answer a message of the host's own. */
  readonly answerMs: number
  readonly needsSignOn: boolean
  readonly counts: HostCounts
  /** How often each message has arrived that meets a fault. */
  readonly arrivals: Map<string, number>
  isFollowed(): boolean
  follow(message: FollowedMessage): void
  /** Refuses a sign-on, as configured; counts down. */
  refusesSignOn(): boolean
  /** Sends a new key to every side that is signed on. */
  changeKey(): boolean
}

export interface HostCounts {
  received: number
  answered: number
  unreadable: number
  /** Dropped because their authentication code was missing or wrong. */
  unauthenticated: number
}

export const placeFile = 'host.json'

export class HostInUseError extends Error {
  constructor(folder: string) {
    super(`Another host already uses the folder ${folder}.`)
    this.name = 'HostInUseError'
  }
}

/** The address of its read port; undefined when none runs there. */
export async function findHost(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, placeFile), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    const { adminUrl } = JSON.parse(text) as { readonly adminUrl: string }
    const status = await fetch(`${adminUrl}/status`, { signal: AbortSignal.timeout(2_000) })
    const { folder: other } = (await status.json()) as { readonly folder?: string }
    return other === folder ? adminUrl : undefined
  } catch {
    // A host that was killed has left the file.
    return undefined
  }
}
