// What is kept of requests to the upstream and its answers, for users who investigate a payment: method, path, status, and the
// bodies by the contract's own redaction. Headers, which have the credentials, are not kept.
import { errorRows } from '../../../contract/groups/error.ts'
import { type MaskedField, maskedFields } from '../../../contract/masking/masked-fields.ts'
import type { Rows } from '../../../contract/row.ts'
import { omitUndefined } from '../../../domain/omit-undefined.ts'
import type { RequestReference } from '../../../ports/acquirers/acquirer.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { MessageRecord, MessageRecorder } from '../../../ports/links/exchanged-messages.ts'
import { describeStatus, type HttpRequest, type HttpResult } from './connections.ts'

/** The transaction that a request is about. */
export type RequestOwner = RequestReference['key']

interface RecordedRequest extends Pick<HttpRequest, 'method' | 'path' | 'body'> {
  readonly owner: RequestOwner
  /** The operation, such as PAY. */
  readonly name: string
  readonly requestRows: Rows
  readonly answerRows: Rows
}

export interface RequestRecorder {
  /** Follows a request that is being sent; returns its result. */
  watch(request: RecordedRequest, sending: Promise<HttpResult>): Promise<HttpResult>
}

/** What proves that a payer was authenticated, which answers of the API show. */
const hidden: ReadonlySet<string> = new Set(['authenticationToken'])

export function openRequestRecorder(messages: MessageRecorder | undefined, clock: Pick<Clock, 'now'>): RequestRecorder {
  return {
    async watch({ owner: key, name, requestRows, answerRows, method, path, body }, sending) {
      if (!messages || !key) return sending
      const at = clock.now()
      const startedMs = performance.now()
      const result = await sending
      if (result.kind === 'notSent') return result
      const tookMs = Math.round(performance.now() - startedMs)
      const [withoutQuery = ''] = path.split('?')
      const place: MaskedField = [method, withoutQuery]
      const sent = { title: `${name} request`, fields: [place, ...(body ? fieldsOf(body, requestRows) : [])] }
      const received = result.kind === 'response' ? answerOf(result, answerRows) : undefined
      const problem = result.kind === 'noAnswer' ? result.why : undefined
      messages.keep({ key, at, tookMs, sent, ...omitUndefined({ received, problem }) })
      return result
    },
  }
}

function answerOf({ status, text }: { readonly status: number; readonly text: string }, rows: Rows): MessageRecord {
  return { title: describeStatus(status), fields: fieldsOf(text, status >= 400 ? errorRows : rows) }
}

/** A body that is no JSON object may hold anything. */
function fieldsOf(text: string, rows: Rows): readonly MaskedField[] {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return maskedFields(rows, body, { hidden })
  } catch {
    // Shown below.
  }
  return text === '' ? [] : [['body', `*** (${text.length})`]]
}
