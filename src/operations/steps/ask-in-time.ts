// Waits for the acquirer, but not for ever. Silence is not a no.
import type { AcquirerReply } from '../../ports/acquirer.ts'

export async function askInTime(asked: Promise<AcquirerReply>, timeoutMs: number): Promise<AcquirerReply> {
  const { promise: silence, resolve } = Promise.withResolvers<AcquirerReply>()
  const timer = setTimeout(resolve, timeoutMs, { kind: 'noAnswer' })
  try {
    // An answer that arrives after we gave up is recovery's business; its failure must not go unhandled.
    asked.catch(() => undefined)
    return await Promise.race([asked, silence])
  } catch {
    // The link broke while we asked: it may or may not have acted.
    return { kind: 'noAnswer' }
  } finally {
    clearTimeout(timer)
  }
}
