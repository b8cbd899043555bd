// Requests to the upstream gateway and its responses, on connections of the kind of work: a payment never waits for
// recovery, nor recovery for payments.
import { randomUUID } from 'node:crypto'
import { contractFor, type Operation } from '../../contract/operation.ts'
import type { Rows } from '../../contract/row.ts'
import { retrieveEvents } from '../../events/index.ts'
import { type AcquirerRequest, retrieveOrder, retrieveTransaction, type SendDeadline } from '../../payments/index.ts'
import { closeBatch } from '../../settlement/index.ts'
import type { RefuseAddress } from '../permitted-address.ts'
import { type BodyLimits, orderLimits, responseLimits } from '../redaction/received-body.ts'
import type { LinkRedactor, RedactedRequest } from '../redaction/redactor.ts'
import { openConnections, type UpstreamConnections } from './connections.ts'
import type { UpstreamState } from './link-state.ts'
import type { RequestOwner, RequestRecorder } from './recorded-requests.ts'
import { bodyOf, pathOf, requestKinds, type UpstreamIds, writeBody } from './requests.ts'
import { readResult, type UpstreamResult } from './responses.ts'
import type { GatewayLinkSettings } from './settings.ts'

export interface Upstream {
  /** Sends what the port asks. The only requests with a deadline are payments. */
  ask(question: AcquirerRequest, ids: UpstreamIds, terms?: SendDeadline): Promise<UpstreamResult>
  /** Sends a request that moves no money by itself, built from its canonical values. */
  send(operation: Operation, ids: UpstreamIds, request: object, terms?: SendDeadline): Promise<UpstreamResult>
  /** Closes the open batch of the merchant's link that takes this currency. */
  closeBatch(merchantId: string, currency: string): Promise<UpstreamResult>
  /** With the transaction that it is about, if any, and what is known of the request that it repeats. */
  retrieveOrder(
    ids: Omit<UpstreamIds, 'transactionId'>,
    owner?: RequestOwner,
    about?: RedactedRequest,
  ): Promise<UpstreamResult>
  retrieveTransaction(ids: UpstreamIds): Promise<UpstreamResult>
  retrieveEvents(merchantId: string, query: Readonly<Record<string, string>>): Promise<UpstreamResult>
  /** Whether the upstream calls itself in operation; needs no credentials. */
  isOperating(): Promise<boolean>
  close(): void
}

const recoveryPoolSize = 8
const anyTime: SendDeadline = { sendBefore: Number.POSITIVE_INFINITY }

/** A page of events is read by commands, which nothing else waits for. */
const eventsLimits: BodyLimits = { bytesMax: 8_000_000, valuesMax: 1_000_000 }

interface UpstreamParts {
  readonly state: UpstreamState
  readonly recorder: RequestRecorder
  readonly redactors: LinkRedactor
  readonly refuseAddress: RefuseAddress
}

export function openUpstream(
  settings: GatewayLinkSettings,
  { state, recorder, redactors, refuseAddress }: UpstreamParts,
): Upstream {
  const { apiVersion: version, poolSize } = settings
  const payments = openConnections(settings, poolSize, refuseAddress)
  const recovery = openConnections(settings, recoveryPoolSize, refuseAddress)

  function headersFor(merchantId: string): Record<string, string> {
    // With a certificate no other credential is sent.
    const password = settings.certificate === undefined ? settings.passwordOf(merchantId) : undefined
    if (password === undefined) return { accept: 'application/json' }
    const login = Buffer.from(`merchant.${merchantId}:${password}`).toString('base64')
    return { accept: 'application/json', authorization: `Basic ${login}` }
  }

  async function get(
    operation: Operation,
    { merchantId, ...ids }: Pick<UpstreamIds, 'merchantId'> & Partial<UpstreamIds>,
    { query = {}, owner, about = {}, limits = responseLimits }: Get = {},
  ): Promise<UpstreamResult> {
    const correlationId = randomUUID()
    const path = pathOf(operation.route, version, { merchantId, ...ids })
    const search = new URLSearchParams({ ...query, correlationId })
    const headers = headersFor(merchantId)
    const redactor = redactors.of(about)
    const request = { method: 'GET', path: `${path}?${search}`, headers, correlationId, redactor, limits } as const
    const sending = recorder.watch(
      { ...request, owner, ...recordedRows(operation, version) },
      recovery.send(request, anyTime),
    )
    const result = await state.watch(sending, merchantId)
    return readResult(result, rowsOf(operation, version), correlationId)
  }

  interface Get {
    readonly query?: Readonly<Record<string, string>>
    readonly owner?: RequestOwner | undefined
    readonly about?: RedactedRequest | undefined
    readonly limits?: BodyLimits
  }

  interface Put {
    /** With its secrets. */
    readonly request: object
    readonly maskedNumber?: string | undefined
    readonly operation: Operation
    readonly ids: UpstreamIds
    readonly body: string
    readonly correlationId: string
    readonly owner?: RequestOwner
  }

  async function put(
    connections: UpstreamConnections,
    { request: sent, maskedNumber, operation, ids, body, correlationId, owner }: Put,
    terms: SendDeadline,
  ): Promise<UpstreamResult> {
    const headers = {
      ...headersFor(ids.merchantId),
      'content-type': 'application/json;charset=UTF-8',
      'content-length': String(Buffer.byteLength(body)),
    }
    const path = pathOf(operation.route, version, ids)
    const redactor = redactors.of({ request: sent, maskedNumber })
    const request = { method: 'PUT', path, headers, body, correlationId, redactor } as const
    const sending = recorder.watch(
      { ...request, owner, ...recordedRows(operation, version) },
      connections.send(request, terms),
    )
    return readResult(await state.watch(sending, ids.merchantId), rowsOf(operation, version), correlationId)
  }

  return {
    ask(question, ids, terms) {
      const correlationId = randomUUID()
      const { operation } = requestKinds[question.kind]
      const body = bodyOf(question, { version, correlationId })
      const { key: owner, maskedNumber } = question
      const request = { request: question, maskedNumber, operation, ids, body, correlationId, owner }
      return put(terms ? payments : recovery, request, terms ?? anyTime)
    },

    send(operation, ids, request, terms = anyTime) {
      const correlationId = randomUUID()
      const body = writeBody(operation, request, { version, correlationId })
      return put(payments, { request, operation, ids, body, correlationId }, terms)
    },

    closeBatch(merchantId, currency) {
      const correlationId = randomUUID()
      const body = writeBody(closeBatch, { acquirer: { currency } }, { version, correlationId })
      const ids = { merchantId, orderId: '', transactionId: '' }
      return put(recovery, { request: {}, operation: closeBatch, ids, body, correlationId }, anyTime)
    },

    retrieveOrder: (ids, owner, about) => get(retrieveOrder, ids, { owner, about, limits: orderLimits }),
    retrieveTransaction: (ids) => get(retrieveTransaction, ids),
    retrieveEvents: (merchantId, query) => get(retrieveEvents, { merchantId }, { query, limits: eventsLimits }),

    async isOperating() {
      const path = `/api/rest/version/${version}/information`
      const headers = { accept: 'application/json' }
      const request = { method: 'GET', path, headers, redactor: redactors.of({}) } as const
      const result = await state.watch(recovery.send(request, anyTime), undefined)
      if (result.kind !== 'RESPONSE' || result.status !== 200 || result.body.kind !== 'JSON') return false
      return result.body.value['status'] === 'OPERATING'
    },

    close() {
      payments.close()
      recovery.close()
    },
  }
}

function recordedRows(operation: Operation, version: number) {
  const { request: requestRows, response: responseRows } = contractFor(operation, version)
  return { name: operation.name, requestRows, responseRows }
}

function rowsOf(operation: Operation, version: number): Rows {
  return contractFor(operation, version).response
}
