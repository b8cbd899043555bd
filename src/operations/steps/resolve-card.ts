// Finds the card a request is about.
import { type CardKind, cardKindOf, type FundingMethod, fundingMethodOf } from '../../domain/card.ts'
import { type Rejection, reject } from '../../domain/rejection.ts'
import type { Secret } from '../../domain/secret.ts'
import type { CardToAsk } from '../../ports/acquirer.ts'
import { storable } from './storable.ts'

export interface ResolvedCard extends CardKind {
  readonly kind: 'card'
  readonly card: CardToAsk
  readonly fundingMethod: FundingMethod
}

interface CardRequest {
  readonly session?: { readonly id?: unknown }
  readonly sourceOfFunds?: {
    readonly type?: string
    readonly token?: string
    readonly provided?: {
      readonly card?: {
        readonly number?: Secret
        readonly expiry?: { readonly month: string; readonly year: string }
        readonly securityCode?: Secret
        readonly nameOnCard?: string
      }
    }
  }
}

export function resolveCard(request: CardRequest): ResolvedCard | Rejection {
  const { session, sourceOfFunds } = request
  if (session?.id !== undefined) return reject('UNKNOWN_SESSION', 'There is no session with this id.')
  if (sourceOfFunds?.token !== undefined) return reject('UNKNOWN_TOKEN', 'There is no token with this id.')
  if (!sourceOfFunds) return reject('NO_SOURCE_OF_FUNDS', 'Mandatory parameter is missing.')
  if (sourceOfFunds.type !== undefined && sourceOfFunds.type !== 'CARD')
    return reject('SOURCE_NOT_SUPPORTED', `The acquirer does not take ${sourceOfFunds.type} for this operation.`)
  const card = sourceOfFunds.provided?.card
  if (!card?.number)
    return reject('FIELD_MISSING', 'Mandatory parameter is missing.', { field: 'sourceOfFunds.provided.card.number' })
  const number = card.number.open()
  return {
    kind: 'card',
    card: { ...card, number: card.number },
    ...cardKindOf(number),
    fundingMethod: fundingMethodOf(number),
  }
}

/** The source of funds of an answer: masked, with what the number says about itself. */
export function describeInstrument(instrument: ResolvedCard, request: CardRequest): object {
  const { brand, scheme, fundingMethod } = instrument
  const provided = storable({ ...request.sourceOfFunds?.provided?.card })
  return { type: 'CARD', provided: { card: { ...provided, brand, scheme, fundingMethod } } }
}
