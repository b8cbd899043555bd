// Which listener a request came through. Kept beside the request, since headers can be forged.
import type { IncomingMessage } from 'node:http'
import type { Door } from './listeners/open-listeners.ts'

const doors = new WeakMap<IncomingMessage, Door>()

export function markDoor(request: IncomingMessage, door: Door): void {
  doors.set(request, door)
}

/** A request injected in process came through no listener and is treated as the plain one. */
export function doorOf(request: IncomingMessage): Door {
  return doors.get(request) ?? 'http'
}
