// A call of the gateway's API in the name of the payer's device: the id of the session is the password, and the gateway
// lets it do no more than authenticate the payer of that session's order.

const answerMsMax = 60_000

/** @typedef {{ authentication?: { redirect?: { customized?: Record<string, { methodUrl?: unknown, methodPostData?: unknown }> }, redirectHtml?: string, version?: string }, response?: { gatewayRecommendation?: string }, error?: Record<string, unknown>, result?: string }} RestApiResponse */

/** @typedef {{
 *   restApiResponse?: RestApiResponse,
 *   correlationId: string,
 *   gatewayRecommendation?: string,
 *   htmlRedirectCode?: string,
 *   authenticationVersion?: string,
 *   error?: object,
 * }} CallResult the argument of the shop's callback */

/**
 * @param {string} origin
 * @param {import('./three-ds.js').Settings | undefined} settings
 * @param {{ operation: string, ids: { orderId: string, transactionId: string }, correlationId: string, parameters: Record<string, unknown> }} call
 * @returns {Promise<CallResult>}
 */
export async function callApi(origin, settings, { operation, ids, correlationId, parameters }) {
  if (!settings)
    return failed(correlationId, { cause: 'INVALID_REQUEST', explanation: 'Call ThreeDS.configure first.' })
  const { merchantId, sessionId, wsVersion } = settings
  const names = [merchantId, ids.orderId, ids.transactionId]
  // A browser takes these for steps in the path, and an unpaired surrogate cannot be encoded.
  if (names.some((name) => /^\.{0,2}$/.test(name) || !name.isWellFormed()))
    return failed(correlationId, { cause: 'INVALID_REQUEST', explanation: 'An order or transaction ID is not valid.' })
  const [merchant, order, transaction] = names.map(encodeURIComponent)
  const url = `${origin}/api/rest/version/${wsVersion}/merchant/${merchant}/order/${order}/transaction/${transaction}`
  try {
    const response = await fetch(url, {
      method: 'PUT',
      headers: {
        authorization: `Basic ${btoa(`merchant.${merchantId}:${sessionId}`)}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ ...parameters, apiOperation: operation, correlationId, session: { id: sessionId } }),
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(answerMsMax),
    })
    const answer = await response.json()
    return answer.error
      ? failed(correlationId, answer.error, response.status, answer)
      : succeeded(correlationId, answer)
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError'
    const explanation = isLate ? 'The gateway did not answer in time.' : 'The gateway could not be reached.'
    return failed(correlationId, { cause: 'SERVER_FAILED', explanation })
  }
}

/** @param {string} correlationId @param {RestApiResponse} answer @returns {CallResult} */
function succeeded(correlationId, answer) {
  const { authentication = {}, response = {} } = answer
  const { gatewayRecommendation } = response
  const { redirectHtml, version } = authentication
  return {
    restApiResponse: answer,
    correlationId,
    ...(gatewayRecommendation !== undefined && { gatewayRecommendation }),
    ...(redirectHtml !== undefined && { htmlRedirectCode: redirectHtml }),
    ...(version !== undefined && { authenticationVersion: version }),
  }
}

/** The error as the API says it, and under the names that pages of this library read.
 * @param {string} correlationId @param {Record<string, unknown>} error @param {number} [status] @param {RestApiResponse} [answer]
 * @returns {CallResult} */
function failed(correlationId, error, status = 0, answer) {
  const named = { ...error, code: error['cause'], msg: error['explanation'], result: 'ERROR', status }
  return { error: named, correlationId, ...(answer && { restApiResponse: answer }) }
}
