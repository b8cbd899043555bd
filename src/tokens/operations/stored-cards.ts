// What tokens do for payments.
import type { StoredCards } from '../../payments/ports/stored-cards.ts'
import { completeFromToken } from './complete-from-token.ts'
import { noteStoppedRecurring, type StoppedRecurringPorts } from './note-stopped-recurring.ts'

/** The ports are read at each use: one may be replaced while the gateway runs. */
export function storedCards(ports: StoppedRecurringPorts): StoredCards {
  return {
    complete: (request, call) => completeFromToken(request, call, ports),
    noteUse: (token, at) => ports.tokens.noteUse(token, at),
    noteStoppedRecurring: (attempt, merchant) => noteStoppedRecurring(attempt, merchant, ports),
  }
}
