// Which listener a request came through. Stored beside the request, since headers can be forged.
import type { IncomingMessage } from 'node:http'
import type { ListenerKind } from './listeners/open-listeners.ts'

const listenerKinds = new WeakMap<IncomingMessage, ListenerKind>()

export function markListenerKind(request: IncomingMessage, listener: ListenerKind): void {
  listenerKinds.set(request, listener)
}

/** A request injected in process came through no listener and is treated as the plain one. */
export function listenerKindOf(request: IncomingMessage): ListenerKind {
  return listenerKinds.get(request) ?? 'http'
}
