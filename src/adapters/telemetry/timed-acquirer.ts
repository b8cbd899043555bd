// Measures the calls of an acquirer without changing them.
import type { Acquirer } from '../../ports/acquirers/acquirer.ts'
import type { Metrics } from './metrics.ts'

export function timedAcquirer<A extends Acquirer>(acquirer: A, { acquirer: histogram }: Metrics, link: string): A {
  async function timed<R extends { kind: string }>(question: string, ask: () => Promise<R>): Promise<R> {
    const start = performance.now()
    let reply = 'failed'
    try {
      const answer = await ask()
      reply = answer.kind
      return answer
    } finally {
      histogram.observe({ link, question, reply }, (performance.now() - start) / 1000)
    }
  }
  return {
    ...acquirer,
    isReachable: () => acquirer.isReachable(),
    ask: (question, terms) => timed(question.kind.toLowerCase(), () => acquirer.ask(question, terms)),
    inquire: (target) => timed('inquire', () => acquirer.inquire(target)),
    reverse: (target, terms) => timed('reverse', () => acquirer.reverse(target, terms)),
    closeBatch: (about) => timed('close_batch', () => acquirer.closeBatch(about)),
  }
}
