// The operations of a subject with what they need: each is called with a request and who sent it, and with nothing else.

import type { Call, OperationResult, OperationRun } from './call.ts'
import type { Store } from './ports/store.ts'

/** What differs between the runs of an operation. */
export interface RequestRun extends OperationRun {
  /** The store for this request, where its attempt is recorded on conditions. */
  readonly storeFrom?: ((store: Store) => Store) | undefined
}

/** Requests are read by the contract of the operation that they name, so each operation gets the type that it expects. */
type SubjectOperation<Dependencies> = (
  request: never,
  call: Call,
  dependencies: Dependencies,
  run: OperationRun,
) => Promise<OperationResult>

type BoundOperations<Functions extends Readonly<Record<string, (...parameters: never[]) => unknown>>> = {
  readonly [Name in keyof Functions]: (request: never, call: Call, run: RequestRun) => ReturnType<Functions[Name]>
}

/** One line for each operation, by its name in the contract. */
export function bindOperations<
  Dependencies extends object,
  Functions extends Readonly<Record<string, SubjectOperation<Dependencies>>>,
>(dependencies: Dependencies, functions: Functions): BoundOperations<Functions> {
  const bound = Object.entries(functions).map(([name, operation]) => [
    name,
    (request: never, call: Call, run: RequestRun) => operation(request, call, forRun(dependencies, run), run),
  ])
  return Object.fromEntries(bound)
}

function forRun<Dependencies extends object>(dependencies: Dependencies, { storeFrom }: RequestRun): Dependencies {
  return storeFrom && hasStore(dependencies) ? { ...dependencies, store: storeFrom(dependencies.store) } : dependencies
}

function hasStore(dependencies: object): dependencies is { readonly store: Store } {
  return 'store' in dependencies
}
