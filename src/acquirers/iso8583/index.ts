// A link to a card host that speaks ISO 8583 over long-lived connections. It keeps no queue of its own: what must be sent again
// is stored with the attempt, and sent by recovery.

import { compileCodec, framing, Iso8583Error, type Iso8583Message } from '../../iso8583/index.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import {
  type Acquirer,
  type AcquirerResult,
  defaultTimeoutPolicies,
  type Preparation,
  type RequestReference,
} from '../../payments/index.ts'
import { onOneDatabase } from '../../platform/postgres/cluster/merchant-databases.ts'
import type { AcquirerAdapter, LinkContext, OpenedLink } from '../adapter.ts'
import { type RefuseAddress, refuseUnlisted } from '../permitted-address.ts'
import { reconcileBatch } from './batches/reconcile-batch.ts'
import { openBooks } from './books.ts'
import { openConnections } from './connections/connections.ts'
import { RequestsInFlight, type SentExchange } from './connections/in-flight.ts'
import { refusePublic } from './connections/open-socket.ts'
import { type LinkKeyStore, postgresKeyStore } from './keys/key-store.ts'
import { LinkKeys } from './keys/link-keys.ts'
import type { LinkParts } from './link-parts.ts'
import { identityFor, reasonNoMessage, requestMessage, reversalMessage } from './messages.ts'
import { fieldNamesOf, openRecorder } from './recorded-messages.ts'
import { refusalsOf } from './response-codes.ts'
import { isAboutReversal, resultOf, reversalResult } from './responses.ts'
import { protectionWarnings } from './settings/protection.ts'
import { iso8583Settings } from './settings/setting-rows.ts'
import { checkIso8583Settings, readSettings } from './settings/settings.ts'
import { postgresTraceBlocks, type TraceBlocks } from './trace-blocks.ts'
import { openTraceNumbers } from './trace-numbers.ts'
import { readWire, wireOf } from './wire.ts'

interface Iso8583LinkOptions
  extends Pick<LinkContext, 'settings' | 'clock' | 'log' | 'messages' | 'isProduction' | 'acquirerHosts'> {
  readonly traceBlocks: TraceBlocks
  readonly keyStore: LinkKeyStore
}

const leaseMs = 60_000
/** How long after the end of its lease a number may still be recorded, or sent. */
const recordedWithinMs = 60_000

function openIso8583Link(context: LinkContext): OpenedLink {
  const {
    linkId,
    settings,
    isProduction,
    acquirerHosts,
    clock,
    log,
    seals,
    database,
    databases = onOneDatabase(database),
    messages,
  } = context
  const { lateArrivalMs } = readSettings(settings)
  return openLink({
    settings,
    isProduction,
    ...omitUndefined({ acquirerHosts }),
    clock,
    log,
    traceBlocks: postgresTraceBlocks(databases, linkId, { leaseMs, restMs: lateArrivalMs + recordedWithinMs }),
    keyStore: postgresKeyStore(database, linkId, seals),
    ...omitUndefined({ messages }),
  })
}

/** Opens no connection before it is needed. Throws when no message could be exchanged with these settings. */
export function openLink(options: Iso8583LinkOptions): OpenedLink {
  const { settings: values, isProduction, acquirerHosts, clock, log, traceBlocks, keyStore, messages } = options
  const settings = readSettings(values)
  const unlisted = refuseUnlisted(acquirerHosts)
  const refusePublicOrUnlisted: RefuseAddress = (host, address) =>
    refusePublic(host, address) ?? unlisted(host, address)
  const { specification } = settings
  const recorder = openRecorder(messages, { specification, clock })
  const parts: LinkParts = {
    settings,
    refuseAddress: isProduction && !settings.tls ? refusePublicOrUnlisted : unlisted,
    codec: compileCodec(settings.specification),
    framer: framing(settings.framing),
    keys: new LinkKeys(settings, { store: keyStore, clock }),
    inFlight: new RequestsInFlight(),
    traceNumbers: openTraceNumbers(traceBlocks),
    counts: {
      late: 0,
      duplicate: 0,
      unsolicited: 0,
      unreadable: 0,
      wrongMac: 0,
      keyChanges: 0,
      keyChangesRefused: 0,
      signOffsRefused: 0,
    },
    clock,
    log,
  }
  const connections = openConnections(parts)
  const { lateArrivalMs, holdsEarlyReversals, categoryCode, closesBatches } = settings

  const acquirer: Acquirer = {
    capabilities: {
      // An update whose answer is missing is asked about, which for this link means: reversed.
      timeoutPolicies: { ...defaultTimeoutPolicies, CAPTURE: 'REPEAT', VOID: 'REPEAT' },
      refusals: refusalsOf(settings.responseCodes),
      canInquire: false,
      canReverse: true,
      holdsEarlyReversals,
      lateArrivalMs,
      canCapturePartially: true,
      refundsSeveralCaptures: true,
      canVerifyZeroAmount: true,
      closesBatches,
      batchTotals: 'RECONCILED',
    },

    isReachable: () => connections.echo(),

    async prepare(question): Promise<Preparation> {
      const why = reasonNoMessage(question)
      if (why !== undefined) return { kind: 'NOT_SENT', why }
      const taken = await parts.traceNumbers.take(2)
      if (!taken) return { kind: 'NOT_SENT', why: 'no trace number is free' }
      return { kind: 'PREPARED', wire: wireOf(identityFor(question, taken, settings)) }
    },

    async ask(question, { sendBefore, isRepeat = false }): Promise<AcquirerResult> {
      const identity = readWire(question.wire)
      if (!identity) return { kind: 'NOT_SENT', why: 'the request was not prepared' }
      const build = () => requestMessage(question, identity, { categoryCode, isRepeat })
      const exchange = await exchanged(question, build, sendBefore)
      if (exchange.kind !== 'ANSWER') return exchange.kind === 'NO_ANSWER' ? { kind: 'NO_ANSWER' } : exchange
      return read(exchange.message, (message) =>
        resultOf(message, { question, identity, isRepeat, settings, now: clock.now() }),
      )
    },

    inquire: async () => ({ kind: 'NO_ANSWER' }),

    async reverse(target, { isRepeat = false } = {}) {
      const identity = readWire(target.wire)
      // Nothing was ever sent without one.
      if (!identity) return { kind: 'ACKNOWLEDGED' }
      const build = () => reversalMessage(target, identity, isRepeat)
      const exchange = await exchanged(target, build, Number.POSITIVE_INFINITY)
      if (exchange.kind !== 'ANSWER') return { kind: 'NO_ANSWER' }
      return read(exchange.message, (message) =>
        isAboutReversal(message, identity, settings) ? reversalResult(message, isRepeat) : { kind: 'NO_ANSWER' },
      )
    },

    closeBatch: async (about) =>
      closesBatches
        ? reconcileBatch(about, {
            settings,
            traceNumbers: parts.traceNumbers,
            exchange: (message) => connections.exchange(message, Number.POSITIVE_INFINITY),
          })
        : { kind: 'NOTHING_OPEN' },
  }

  async function exchanged(
    about: Pick<RequestReference, 'key'>,
    build: () => Iso8583Message,
    sendBefore: number,
  ): Promise<SentExchange> {
    let message: Iso8583Message
    try {
      message = build()
    } catch (error) {
      if (!(error instanceof Iso8583Error)) throw error
      return { kind: 'NOT_SENT', why: error.message }
    }
    const recording = recorder.begin(about, message)
    const exchange = await connections.exchange(message, sendBefore)
    recording?.end(exchange)
    return exchange
  }

  const refuseBooks = (url: string) => (url.startsWith('https:') ? unlisted : parts.refuseAddress)

  return {
    acquirer,
    fieldNames: fieldNamesOf(specification),
    ...(settings.booksUrl !== undefined && { books: openBooks(settings.booksUrl, refuseBooks(settings.booksUrl)) }),
    connect: () => connections.connect(),
    connections: () => {
      const [first, ...others] = connections.states()
      return first ? [{ ...first, counts: { ...parts.counts } }, ...others] : []
    },
    close: () => connections.close(),
  }
}

/** What cannot be read is no answer; the message holds no secrets afterwards. */
function read<Result>(
  message: Iso8583Message,
  take: (message: Iso8583Message) => Result,
): Result | { readonly kind: 'NO_ANSWER' } {
  try {
    return take(message)
  } catch (error) {
    if (!(error instanceof Iso8583Error || error instanceof TypeError)) throw error
    return { kind: 'NO_ANSWER' }
  } finally {
    message.wipe()
  }
}

/** The link to a card host as an adapter. */
export const iso8583Adapter = {
  name: 'iso8583',
  countsSuspensions: true,
  title: 'A card host that speaks ISO 8583, over TCP or TLS',
  settings: iso8583Settings,
  checkSettings: checkIso8583Settings,
  warningsOf: protectionWarnings,
  open: openIso8583Link,
} as const satisfies AcquirerAdapter
