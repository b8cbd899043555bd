// An authorization's answer contains the lane of every terminal in it, also of one that the request did not name.
import type { Derivation } from '../derivation.ts'
import { findValue } from '../rules/find-value.ts'
import { withValue } from './with-value.ts'

const field = 'posTerminal.lane'

export const terminalLane: Derivation = {
  name: 'terminal-lane',
  says: 'posTerminal.lane is UNKNOWN when the rest of the group does not come with it.',
  derive(request) {
    if (findValue(request, 'posTerminal') === undefined || findValue(request, field) !== undefined) return request
    return withValue(request, field, 'UNKNOWN')
  },
}
