// The values of a request that a session stores: all but what is part of the call itself.
import type { Values } from '../../kernel/values.ts'
import { withCardFacts, withoutCardFacts } from './session-card.ts'

export function sessionValuesOf(request: object): Values {
  const { apiOperation: _, correlationId: __, responseControls: ___, session: ____, ...values } = request as Values
  return withCardFacts(withoutCardFacts(values))
}
