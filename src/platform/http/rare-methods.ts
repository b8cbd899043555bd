// Methods that no route answers. The router keeps a table for each method: with all that Node reads, every path would be in thirty of
// them, and composing a gateway would take a third longer. They are routed as one, and have their own name again when the first hook
// runs.
import type { IncomingMessage } from 'node:http'

/** No route answers this one either: each says to it which methods it has. */
const routedAs = 'TRACE'

const sentMethods = new WeakMap<IncomingMessage, string>()

/** Before the router looks at the request. */
export function routeRareMethod(request: IncomingMessage, routed: readonly string[]): void {
  const { method = '' } = request
  if (routed.includes(method)) return
  sentMethods.set(request, method)
  request.method = routedAs
}

/** When the router has found the route. */
export function restoreMethod(request: IncomingMessage): void {
  const method = sentMethods.get(request)
  if (method !== undefined) request.method = method
}
