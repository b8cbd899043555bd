// Requests with their identity on the wire, as the money path has them: each is prepared once, and its identity is handed back
// with everything that is sent about it.
import type { Acquirer, AcquirerRequest, WireIdentity } from '../../payments/index.ts'
import { ConformanceFailure } from './failure.ts'

export interface PreparedRequests {
  /** The request with its identity, if the adapter makes one. */
  of<Request extends AcquirerRequest>(request: Request): Promise<Request>
  /** True from the second time on. */
  isRepeated(request: AcquirerRequest): boolean
}

export function openPreparedRequests({ prepare }: Pick<Acquirer, 'prepare'>): PreparedRequests {
  const wires = new Map<string, Promise<WireIdentity>>()
  const asked = new Set<string>()

  async function prepared(request: AcquirerRequest): Promise<WireIdentity> {
    const preparation = await prepare?.(request)
    if (preparation?.kind === 'PREPARED') return preparation.wire
    throw new ConformanceFailure(`${request.kind} must be prepared, and was not: ${preparation?.why}`)
  }

  return {
    async of(request) {
      if (!prepare) return request
      const originalWire = 'original' in request ? await wires.get(request.original.reference) : undefined
      const whole =
        'original' in request && originalWire
          ? { ...request, original: { ...request.original, wire: originalWire } }
          : request
      const wire = wires.get(request.reference) ?? prepared(whole)
      wires.set(request.reference, wire)
      return { ...whole, wire: await wire }
    },
    isRepeated({ reference }) {
      const isRepeated = asked.has(reference)
      asked.add(reference)
      return isRepeated
    },
  }
}
