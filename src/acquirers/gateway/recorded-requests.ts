// What is kept of requests to the upstream and its answers, for users who investigate a payment: method, path, status, and the
// bodies by the contract's own redaction. Headers, which have the credentials, are not kept.
import { errorRows } from '../../contract/groups/call.ts'
import { type MaskedField, maskedFields } from '../../contract/masked-fields.ts'
import type { Rows } from '../../contract/row.ts'
import type { Clock } from '../../kernel/clock.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { RequestReference } from '../../payments/index.ts'
import type { MessageRecord, MessageRecorder } from '../ports/exchanged-messages.ts'
import type { ReceivedBody } from '../redaction/received-body.ts'
import { describeStatus, type HttpRequest, type HttpResult } from './connections.ts'

/** The transaction that a request is about. */
export type RequestOwner = RequestReference['key']

interface RecordedRequest extends Pick<HttpRequest, 'method' | 'path' | 'body'> {
  readonly owner: RequestOwner
  /** The operation, such as PAY. */
  readonly name: string
  readonly requestRows: Rows
  readonly responseRows: Rows
}

export interface RequestRecorder {
  /** Follows a request that is being sent; returns its result. */
  watch(request: RecordedRequest, sending: Promise<HttpResult>): Promise<HttpResult>
}

/** What proves that a payer was authenticated, which answers of the API show. */
const hidden: ReadonlySet<string> = new Set(['authenticationToken'])

export function openRequestRecorder(messages: MessageRecorder | undefined, clock: Pick<Clock, 'now'>): RequestRecorder {
  return {
    async watch({ owner: key, name, requestRows, responseRows, method, path, body }, sending) {
      if (!messages || !key) return sending
      const at = clock.now()
      const startedMs = performance.now()
      const result = await sending
      if (result.kind === 'NOT_SENT') return result
      const tookMs = Math.round(performance.now() - startedMs)
      const [withoutQuery = ''] = path.split('?')
      const place: MaskedField = [method, withoutQuery]
      const sent = { title: `${name} request`, fields: [place, ...(body ? fieldsOf(sentBody(body), requestRows) : [])] }
      const received = result.kind === 'RESPONSE' ? responseOf(result, responseRows) : undefined
      const problem = result.kind === 'NO_ANSWER' ? result.why : undefined
      messages.keep({ key, at, tookMs, sent, ...omitUndefined({ received, problem }) })
      return result
    },
  }
}

type ResponseToRecord = Pick<Extract<HttpResult, { kind: 'RESPONSE' }>, 'status' | 'body'>

function responseOf({ status, body }: ResponseToRecord, rows: Rows): MessageRecord {
  return { title: describeStatus(status), fields: fieldsOf(body, status >= 400 ? errorRows : rows) }
}

function sentBody(text: string): ReceivedBody {
  return { kind: 'JSON', value: JSON.parse(text) }
}

function fieldsOf(body: ReceivedBody, rows: Rows): readonly MaskedField[] {
  if (body.kind === 'JSON') return maskedFields(rows, body.value, { hidden })
  return body.length === 0 ? [] : [['body', `*** (${body.length})`]]
}
