// How a request is refused when the gateway is overloaded.
import { reject } from '../../domain/rejection.ts'

export const overloaded = reject('OVERLOADED', 'The gateway is too busy to process this request. Nothing was executed.')

/** Taken in turn: clients that are refused together must not retry together. */
export const retrySeconds: readonly number[] = [3, 4, 5, 6, 7]
