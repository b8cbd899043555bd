// A link to a card host that speaks ISO 8583 over long-lived connections. It has no queue: messages to be repeated are
// stored with the attempt, and sent by recovery.
import { defaultTimeoutPolicies } from '../../../domain/payments/timeout-policy.ts'
import { compileCodec, framing, Iso8583Error } from '../../../iso8583/index.ts'
import type { Acquirer, AcquirerReply, Preparation } from '../../../ports/acquirers/acquirer.ts'
import type { LinkContext, OpenedLink } from '../adapter.ts'
import { replyOf, reversalReply } from './answers.ts'
import { openBooks } from './books.ts'
import { openConnections } from './connections.ts'
import { RequestsInFlight } from './in-flight.ts'
import { type LinkKeyStore, LinkKeys, postgresKeyStore } from './keys.ts'
import type { LinkParts } from './link-parts.ts'
import { identityFor, reasonNoMessage, requestMessage, reversalMessage } from './messages.ts'
import { readSettings } from './settings.ts'
import { postgresTraceBlocks, type TraceBlocks } from './trace-blocks.ts'
import { openTraceNumbers } from './trace-numbers.ts'
import { readWire, wireOf } from './wire.ts'

export interface Iso8583LinkOptions extends Pick<LinkContext, 'settings' | 'clock' | 'log'> {
  readonly traceBlocks: TraceBlocks
  readonly keyStore: LinkKeyStore
}

const leaseMs = 60_000
/** How long after the end of its lease a number may still be recorded, or sent. */
const recordedWithinMs = 60_000

export function openIso8583Link({ linkId, settings, clock, log, database }: LinkContext): OpenedLink {
  const { lateArrivalMs } = readSettings(settings)
  return openLink({
    settings,
    clock,
    log,
    traceBlocks: postgresTraceBlocks(database, linkId, { leaseMs, restMs: lateArrivalMs + recordedWithinMs }),
    keyStore: postgresKeyStore(database, linkId),
  })
}

/** Opens no connection before it is needed. Throws when no message could be exchanged with these settings. */
export function openLink({ settings: values, clock, log, traceBlocks, keyStore }: Iso8583LinkOptions): OpenedLink {
  const settings = readSettings(values)
  const parts: LinkParts = {
    settings,
    codec: compileCodec(settings.specification),
    framer: framing(settings.framing),
    keys: new LinkKeys(settings, keyStore),
    inFlight: new RequestsInFlight(),
    traceNumbers: openTraceNumbers(traceBlocks),
    counts: { late: 0, duplicate: 0, unsolicited: 0, unreadable: 0, wrongMac: 0, keyChanges: 0, keyChangesRefused: 0 },
    clock,
    log,
  }
  const connections = openConnections(parts)
  const { lateArrivalMs, holdsEarlyReversals, categoryCode } = settings

  const acquirer: Acquirer = {
    capabilities: {
      // An update whose answer is missing is asked about, which for this link means: reversed.
      timeoutPolicies: { ...defaultTimeoutPolicies, CAPTURE: 'REPEAT', VOID: 'REPEAT' },
      canInquire: false,
      canReverse: true,
      holdsEarlyReversals,
      lateArrivalMs,
      canCapturePartially: true,
      canVerifyZeroAmount: true,
      closesBatches: false,
    },

    isReachable: () => connections.echo(),

    async prepare(question): Promise<Preparation> {
      const why = reasonNoMessage(question)
      if (why !== undefined) return { kind: 'notSent', why }
      const taken = await parts.traceNumbers.take(2)
      if (!taken) return { kind: 'notSent', why: 'no trace number is free' }
      return { kind: 'prepared', wire: wireOf(identityFor(question, taken, settings)) }
    },

    async ask(question, { sendBefore, isRepeat = false }): Promise<AcquirerReply> {
      const identity = readWire(question.wire)
      if (!identity) return { kind: 'notSent', why: 'the request was not prepared' }
      const exchange = await exchanged(() => requestMessage(question, identity, { categoryCode, isRepeat }), sendBefore)
      if (exchange.kind !== 'answer') return exchange.kind === 'noAnswer' ? { kind: 'noAnswer' } : exchange
      return read(exchange.message, (message) => replyOf(message, { question, identity, settings, now: clock.now() }))
    },

    inquire: async () => ({ kind: 'noAnswer' }),

    async reverse(target, { isRepeat = false } = {}) {
      const identity = readWire(target.wire)
      // Nothing was ever sent without one.
      if (!identity) return { kind: 'acknowledged' }
      const exchange = await exchanged(() => reversalMessage(target, identity, isRepeat), Number.POSITIVE_INFINITY)
      return exchange.kind === 'answer' ? read(exchange.message, reversalReply) : { kind: 'noAnswer' }
    },

    // The host closes batches on its own schedule.
    closeBatch: async () => ({ kind: 'nothingOpen' }),
  }

  function exchanged(build: () => ReturnType<typeof requestMessage>, sendBefore: number) {
    try {
      return connections.exchange(build(), sendBefore)
    } catch (error) {
      if (!(error instanceof Iso8583Error)) throw error
      return { kind: 'notSent' as const, why: error.message }
    }
  }

  return {
    acquirer,
    ...(settings.booksUrl !== undefined && { books: openBooks(settings.booksUrl) }),
    connections: () => {
      const [first, ...others] = connections.states()
      return first ? [{ ...first, counts: { ...parts.counts } }, ...others] : []
    },
    close: () => connections.close(),
  }
}

/** What cannot be read is no answer; the message holds no secrets afterwards. */
function read<Reply>(
  message: Parameters<typeof reversalReply>[0],
  take: (message: Parameters<typeof reversalReply>[0]) => Reply,
): Reply | { readonly kind: 'noAnswer' } {
  try {
    return take(message)
  } catch (error) {
    if (!(error instanceof Iso8583Error || error instanceof TypeError)) throw error
    return { kind: 'noAnswer' }
  } finally {
    message.wipe()
  }
}
