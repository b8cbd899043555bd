// Opens a link, of a built-in adapter or another, whose responses, messages, log lines and reasons hold no secret.

import { maskCardNumbers } from '../../kernel/account-numbers-in-text.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { Provider } from '../../kernel/provider.ts'
import { Secret } from '../../kernel/secret.ts'
import type { EmvAuthentication } from '../../payer-authentication/index.ts'
import type {
  Acquirer,
  AcquirerBooks,
  AcquirerResponse,
  BrowserPaymentProvider,
  Preparation,
  SendDeadline,
} from '../../payments/index.ts'
import { onMonotonicClock } from '../../platform/concurrency/elapsed-time.ts'
import type { AcquirerAdapter, LinkContext, OpenedLink } from '../adapter.ts'
import type { MessageRecord, MessageRecorder, RecordedExchange } from '../ports/exchanged-messages.ts'
import type { ConnectionState } from '../ports/link-states.ts'
import { type LinkRedactor, openLinkRedactor, type RedactedRequest, type Redactor } from './redactor.ts'
import { readResponse } from './response-rows.ts'
import { secretsOfSettings } from './secrets.ts'

export function openRedactedLink(adapter: AcquirerAdapter, context: LinkContext): OpenedLink {
  const redactors = openLinkRedactor(secretsOfSettings(adapter.settings, context.settings))
  const inFlight = openRequestsInFlight(redactors)
  const { messages, log } = context
  const opened = opening(adapter, inFlight, {
    ...context,
    log: (message, details) => log(inFlight.text(message), details && (loggable(details, inFlight.text) as object)),
    ...(messages && { messages: redactedRecorder(messages, inFlight) }),
  })
  const { books, payerAuthentication, providerOf, fieldNames } = opened
  return {
    acquirer: redactedAcquirer(opened.acquirer, inFlight, deadlineOf(adapter)),
    connections: redactedConnections(opened, inFlight),
    connect: () => opened.connect?.(),
    close: () => opened.close(),
    ...omitUndefined({ fieldNames }),
    ...(books && { books: redactedBooks(books, inFlight) }),
    ...(payerAuthentication && { payerAuthentication: redactedAuthentication(payerAuthentication, inFlight) }),
    ...(providerOf && {
      providerOf: (provider: Provider) =>
        redactedProvider(providerOf.call(opened, provider), inFlight, deadlineOf(adapter)),
    }),
  }
}

function redactedBooks(books: AcquirerBooks, inFlight: RequestsInFlight): AcquirerBooks {
  return { list: (page) => inFlight.during({}, () => books.list(page), readAll) }
}

/** The reason why it cannot be opened is shown, too. */
function opening(adapter: AcquirerAdapter, inFlight: RequestsInFlight, context: LinkContext): OpenedLink {
  try {
    return adapter.open(context)
  } catch (error) {
    throw withoutSecrets(error, inFlight.text)
  }
}

interface RequestsInFlight {
  /** Sends a request, and reads its response without the secrets of the request and of the link. */
  during<Result>(
    about: RedactedRequest & { readonly key?: RecordedExchange['key'] | undefined },
    send: () => Promise<Result>,
    read: (result: Result, redactor: Redactor) => Result,
  ): Promise<Result>
  /** Of the request that is in flight about a transaction, or else of one of which nothing is known. */
  of(key: RecordedExchange['key']): Redactor
  /** Of no request. */
  readonly ofLink: Redactor
  /** Without the secrets of any request that is in flight. */
  text(received: string): string
}

function openRequestsInFlight(redactors: LinkRedactor): RequestsInFlight {
  const open = new Set<Redactor>()
  const byTransaction = new Map<string, Redactor>()
  const ofLink = redactors.of({})
  const ofUnknown = redactors.of({ isOfUnknownSecrets: true })
  return {
    ofLink,
    async during({ key, ...about }, send, read) {
      const redactor = redactors.of(about)
      const transaction = key && nameOf(key)
      open.add(redactor)
      if (transaction !== undefined) byTransaction.set(transaction, redactor)
      try {
        return read(await send(), redactor)
      } catch (error) {
        throw withoutSecrets(error, redactor.text)
      } finally {
        open.delete(redactor)
        if (transaction !== undefined && byTransaction.get(transaction) === redactor) byTransaction.delete(transaction)
      }
    },
    of: (key) => byTransaction.get(nameOf(key)) ?? ofUnknown,
    text: (received) => [...open].reduce((text, redactor) => redactor.text(text), ofLink.text(received)),
  }
}

function nameOf({ merchantId, orderId, transactionId }: RecordedExchange['key']): string {
  return `${merchantId}/${orderId}/${transactionId}`
}

/** The same failure in other words, if its own hold a secret. */
function withoutSecrets(error: unknown, text: Redactor['text']): unknown {
  const message = error instanceof Error ? error.message : String(error)
  const kept = text(message)
  if (kept === message && !(error instanceof Error && error.cause !== undefined)) return error
  if (!(error instanceof Error)) return new Error(kept)
  error.message = kept
  error.stack = `${error.name}: ${kept}`
  delete error.cause
  return error
}

const loggedDepthMax = 5

/** Every text and name in the details of a log line. */
function loggable(value: unknown, text: Redactor['text'], depth = 0): unknown {
  if (typeof value === 'string') return text(value)
  if (value instanceof Error) return { name: value.name, message: text(value.message) }
  if (typeof value !== 'object' || value === null || value instanceof Date || value instanceof Secret) return value
  if (depth >= loggedDepthMax) return undefined
  if (Array.isArray(value)) return value.map((item) => loggable(item, text, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [text(name), loggable(member, text, depth + 1)]),
  )
}

type DeadlineReading = <Terms extends SendDeadline>(terms: Terms) => Terms
/** By the clock that the adapter reads: a request may have waited while the machine was suspended. */
function deadlineOf({ countsSuspensions = false }: AcquirerAdapter): DeadlineReading {
  return (terms) => (countsSuspensions ? terms : { ...terms, sendBefore: onMonotonicClock(terms.sendBefore) })
}

function redactedAcquirer(acquirer: Acquirer, inFlight: RequestsInFlight, deadline: DeadlineReading): Acquirer {
  const { prepare } = acquirer
  return {
    ...acquirer,
    get capabilities() {
      return acquirer.capabilities
    },
    isReachable: () => inFlight.during({}, () => acquirer.isReachable(), asItIs),
    ...(prepare && {
      prepare: (request) => inFlight.during({ request }, () => prepare.call(acquirer, request), readPreparation),
    }),
    ask: (request, terms) =>
      inFlight.during(
        { request, key: request.key, maskedNumber: request.maskedNumber },
        () => acquirer.ask(request, deadline(terms)),
        readResult,
      ),
    inquire: (about) =>
      inFlight.during(
        { maskedNumber: about.maskedNumber, isOfUnknownSecrets: true, key: about.key },
        () => acquirer.inquire(about),
        readResult,
      ),
    reverse: (about, terms) =>
      inFlight.during(
        { maskedNumber: about.maskedNumber, isOfUnknownSecrets: true, key: about.key },
        () => acquirer.reverse(about, terms),
        asItIs,
      ),
    closeBatch: (about) => inFlight.during({}, () => acquirer.closeBatch(about), readResult),
  }
}

const asItIs = <Result>(result: Result) => result
const readAll = <Result>(result: Result, { all }: Redactor) => all(result)

/** A response by its rows; the reason why there is none as a text; everything else without secrets. */
function readResult<Result extends { readonly kind: string }>(result: Result, redactor: Redactor): Result {
  if (result === null || typeof result !== 'object') return result
  const { response: received, why, ...rest } = result as { kind: string; response?: unknown; why?: unknown }
  if (result.kind === 'ANSWERED' && 'response' in result) {
    const response = readResponse((received ?? {}) as AcquirerResponse, redactor)
    return (response ? { ...rest, response } : { kind: 'NO_ANSWER' }) as unknown as Result
  }
  if (typeof why === 'string') return { ...redactor.all(rest), why: redactor.text(why) } as unknown as Result
  return redactor.all(result)
}

/** It is stored as it is, and must come back as it was. */
function readPreparation(preparation: Preparation, redactor: Redactor): Preparation {
  if (preparation.kind === 'NOT_SENT') return readResult(preparation, redactor)
  const isStorable = Object.entries(preparation.wire).every(
    ([name, value]) => redactor.name(name) === name && redactor.all(value) === value,
  )
  return isStorable ? preparation : { kind: 'NOT_SENT', why: 'the identity of the request would hold a secret of it' }
}

function redactedAuthentication(service: EmvAuthentication, inFlight: RequestsInFlight): EmvAuthentication {
  return {
    lookUp: (request) => inFlight.during({ request }, () => service.lookUp(request), readAll),
    authenticate: (request) => inFlight.during({ request }, () => service.authenticate(request), readAll),
    resultOf: (about) => inFlight.during({}, () => service.resultOf(about), readAll),
  }
}

function redactedProvider(
  offered: BrowserPaymentProvider,
  inFlight: RequestsInFlight,
  deadline: DeadlineReading,
): BrowserPaymentProvider {
  const { initiate, getStatus, confirm, startAgreement, getAgreementStatus, listWithdrawals } = offered
  return {
    ...offered,
    ...redactedAcquirer(offered, inFlight, deadline),
    get capabilities() {
      return offered.capabilities
    },
    initiate: (request, terms) =>
      inFlight.during({ request }, () => initiate.call(offered, request, deadline(terms)), readProviderResult),
    getStatus: (about) => inFlight.during({}, () => getStatus.call(offered, about), readProviderResult),
    confirm: (request) => inFlight.during({ request }, () => confirm.call(offered, request), readProviderResult),
    startAgreement: (request) =>
      inFlight.during({ request }, () => startAgreement.call(offered, request), readProviderResult),
    getAgreementStatus: (about) =>
      inFlight.during({}, () => getAgreementStatus.call(offered, about), readProviderResult),
    listWithdrawals: (limit) => inFlight.during({}, () => listWithdrawals.call(offered, limit), asItIs),
  }
}

interface ProviderDecision {
  readonly kind: string
  readonly response?: AcquirerResponse
  readonly status?: { readonly response?: AcquirerResponse }
}

/** The outcome, which is at either of two places, by its rows. */
function readProviderResult<Result extends { readonly kind: string }>(result: Result, redactor: Redactor): Result {
  const { response: received, status, ...rest } = result as Result & ProviderDecision
  const outcome = received ?? status?.response
  const response = outcome && readResponse(outcome, redactor)
  if (outcome && !response) return { kind: 'NO_ANSWER' } as unknown as Result
  const { response: _, ...others } = status ?? {}
  return {
    ...readResult(rest as { readonly kind: string }, redactor),
    ...(received && { response }),
    ...(status && { status: { ...redactor.all(others), ...omitUndefined({ response }) } }),
  } as unknown as Result
}

function redactedRecorder(messages: MessageRecorder, inFlight: RequestsInFlight): MessageRecorder {
  return {
    keep(exchange) {
      const redactor = inFlight.of(exchange.key)
      const { sent, received, problem } = exchange
      messages.keep({
        ...exchange,
        sent: redactedMessage(sent, redactor),
        ...(received && { received: redactedMessage(received, redactor) }),
        ...(problem !== undefined && { problem: redactor.text(problem) }),
      })
    },
  }
}

/** Of a value that is a secret and nothing else, nothing is kept; of any card number what may be shown. */
function redactedMessage({ title, fields }: MessageRecord, redactor: Redactor): MessageRecord {
  const shown = (text: string) => maskCardNumbers(redactor.all(text), { digitsMin })
  return {
    title: shown(title),
    fields: fields.map(([label, value]) => {
      const kept = shown(value)
      const isSecret = kept === value && !value.includes('***') && redactor.code(value) === undefined
      return [shown(label), isSecret ? '***' : kept]
    }),
  }
}

/** Shorter numbers in messages are references. */
const digitsMin = 13

/** Asked before every request, with the same words for a long time. */
function redactedConnections(opened: OpenedLink, { ofLink }: RequestsInFlight): OpenedLink['connections'] {
  const known = new Map<string, string>()
  const knownMax = 100
  const without = (text: string): string => {
    let kept = known.get(text)
    if (kept === undefined) {
      kept = ofLink.text(text)
      if (known.size >= knownMax) known.clear()
      known.set(text, kept)
    }
    return kept
  }
  const redacted = (connection: ConnectionState): ConnectionState => {
    const { reason, lastError } = connection
    const texts = { reason: reason && without(reason), lastError: lastError && without(lastError) }
    return { ...connection, ...omitUndefined(texts) }
  }
  return () => opened.connections().map(redacted)
}
