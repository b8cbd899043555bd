// Which fault a message meets.
import type { HostContext } from './context.ts'
import { keyOf } from './entry.ts'
import { type Behavior, behaviors, type RandomBehavior, randomBehavior, requestedBehavior } from './faults.ts'
import type { HostRequest } from './request.ts'

/** What was asked for applies when a message arrives for the first time: its repeat is answered. */
export function behaviorFor(
  request: HostRequest,
  { faults, arrivals, keys }: Pick<HostContext, 'faults' | 'arrivals' | 'keys'>,
): RandomBehavior | undefined {
  const requested = requestedBehavior(request.expiry, request.amountMinor)
  if (!faults && !requested) return undefined
  const key = keyOf(request)
  const before = arrivals.get(key) ?? 0
  arrivals.set(key, before + 1)
  if (requested) return before === 0 ? requested : undefined
  if (!faults) return undefined
  // A repeat meets a fault of its own.
  return randomBehavior(faults, `${key} ${before}`, [...randomBehaviors, ...(keys.isUsed ? macBehaviors : [])])
}

const macBehaviors: readonly Behavior[] = ['wrongMac', 'changeKey']
const randomBehaviors: readonly RandomBehavior[] = [
  ...behaviors.filter((behavior) => !macBehaviors.includes(behavior)),
  'partial',
]
