// Measures an acquirer without getting in the way of its story.
import type { Acquirer } from '../../ports/acquirer.ts'
import type { Metrics } from './metrics.ts'

export function timedAcquirer(acquirer: Acquirer, { acquirer: histogram }: Metrics): Acquirer {
  async function timed<R extends { kind: string }>(question: string, ask: () => Promise<R>): Promise<R> {
    const start = performance.now()
    let reply = 'failed'
    try {
      const answer = await ask()
      reply = answer.kind
      return answer
    } finally {
      histogram.observe({ question, reply }, (performance.now() - start) / 1000)
    }
  }
  return {
    isReachable: () => acquirer.isReachable(),
    verify: (verification) => timed('verify', () => acquirer.verify(verification)),
    inquire: (question) => timed('inquire', () => acquirer.inquire(question)),
  }
}
