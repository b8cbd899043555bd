// A node of a distributed database, as the server of a pool. Where it is comes from the database's own catalog; when its
// standby takes over, connections to its former address are closed. While it is silent, what would wait for it is refused at once.
import type { PrimaryServer } from './follow-primary.ts'
import { probeServer, readServerAnswer, type ServerProbe, serverNameOf } from './probe-server.ts'

export interface NodeServer extends PrimaryServer {
  /** A statement was not answered in time: a connection of its own shows whether it is the node that is silent. */
  noteSilence(): void
  moveTo(url: string): void
}

interface NodeServerOptions {
  readonly probe?: (url: string) => ServerProbe
  /** Called when a silent node has not answered a connection of its own either: the statements under way are lost. */
  readonly onSilent?: () => void
  /** How long after an unanswered question a silent node is asked again. */
  readonly askAgainMs?: number
}

export function nodeServer(
  firstUrl: string,
  { probe = probeServer, onSilent = () => undefined, askAgainMs = 500 }: NodeServerOptions = {},
): NodeServer {
  const listeners: ((url: string) => void)[] = []
  let url = firstUrl
  let currentProbe: ServerProbe | undefined
  let asking: Promise<void> | undefined
  let isSilent = false
  let timer: NodeJS.Timeout | undefined

  const ask = (): Promise<void> => {
    const at = currentProbe ?? probe(url)
    currentProbe = at
    const answering = at.ask().then((answer) => {
      if (currentProbe !== at) return
      asking = undefined
      const wasSilent = isSilent
      isSilent = answer.kind === 'SILENT' && !isErrorOfServer(answer.reason)
      if (!isSilent) return forgetProbe()
      timer = setTimeout(() => void ask(), askAgainMs).unref()
      if (!wasSilent) onSilent()
    })
    // Callers wait while there is doubt; a node that is silent is asked beside them.
    if (!isSilent) asking = answering
    return answering
  }

  const forgetProbe = () => {
    clearTimeout(timer)
    currentProbe?.close()
    currentProbe = undefined
    asking = undefined
    isSilent = false
  }

  const noteSilence = () => {
    if (!currentProbe) void ask()
  }

  const refuseSilent = () => {
    if (isSilent) throw silenceOf(url)
  }

  return {
    get url() {
      return url
    },
    hasAlternatives: true,
    // Where it is is read from the catalog at intervals; what is asked here is whether it answers.
    async find() {
      noteSilence()
      await asking
      refuseSilent()
    },
    untilAnswering() {
      if (isSilent) return Promise.reject(silenceOf(url))
      return asking?.then(refuseSilent)
    },
    noteSilence,
    check: refuseStandby,
    onChanged: (listener) => void listeners.push(listener),
    moveTo(next) {
      forgetProbe()
      url = next
      for (const listener of listeners) listener(next)
    },
    stop: forgetProbe,
  }
}

function silenceOf(url: string): Error {
  return Object.assign(new Error(`the database server ${serverNameOf(url)} does not answer`), { code: 'ETIMEDOUT' })
}

/** A server that refuses the connection with an SQLSTATE of its own is not silent. */
function isErrorOfServer(reason: string): boolean {
  return /^\d[\dA-Z]{4}$/.test(reason)
}

/** Rejects when the server of a new connection takes no writes. */
export async function refuseStandby(client: Parameters<PrimaryServer['check']>[0], url: string): Promise<void> {
  const answer = await readServerAnswer(client, url)
  if (answer.kind === 'SILENT' || answer.isInRecovery)
    throw Object.assign(new Error(`The database server ${serverNameOf(url)} is a standby.`), { code: '25006' })
}
