// A node of a distributed database, as the server of a pool. Where it is comes from the database's own catalog; when its
// standby takes over, connections to its former address are closed.
import type { PrimaryServer } from './follow-primary.ts'
import { readServerAnswer } from './probe-server.ts'
import { serverNameOf } from './server-name.ts'

export interface NodeServer extends PrimaryServer {
  moveTo(url: string): void
}

export function nodeServer(firstUrl: string): NodeServer {
  const listeners: ((url: string) => void)[] = []
  let url = firstUrl
  return {
    get url() {
      return url
    },
    hasAlternatives: true,
    // The catalog is read at intervals, and says it.
    find: async () => {},
    check: refuseStandby,
    onChanged: (listener) => void listeners.push(listener),
    moveTo(next) {
      url = next
      for (const listener of listeners) listener(next)
    },
    stop() {},
  }
}

/** Rejects when the server of a new connection takes no writes. */
export async function refuseStandby(client: Parameters<PrimaryServer['check']>[0], url: string): Promise<void> {
  const answer = await readServerAnswer(client, url)
  if (answer.kind === 'SILENT' || answer.isInRecovery)
    throw Object.assign(new Error(`The database server ${serverNameOf(url)} is a standby.`), { code: '25006' })
}
