// Measures the calls of an acquirer without changing them.
import type { Acquirer, AcquirerReply } from '../../ports/acquirers/acquirer.ts'
import type { Metrics } from './metrics.ts'

/** `onReply` is told what came of each request. */
export function timedAcquirer<A extends Acquirer>(
  acquirer: A,
  { acquirer: histogram }: Metrics,
  link: string,
  onReply: (reply: AcquirerReply) => void = () => undefined,
): A {
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
    async ask(question, terms) {
      const reply = await timed(question.kind.toLowerCase(), () => acquirer.ask(question, terms))
      onReply(reply)
      return reply
    },
    inquire: (about) => timed('inquire', () => acquirer.inquire(about)),
    reverse: (about, terms) => timed('reverse', () => acquirer.reverse(about, terms)),
    closeBatch: (about) => timed('close_batch', () => acquirer.closeBatch(about)),
  }
}
