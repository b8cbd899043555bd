// What the page asks the gateway about wallets.

/** @param {string} path @param {Record<string, string>} fields @returns {Promise<Record<string, unknown>>} */
export async function post(path, fields) {
  const answer = await fetch(path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'error' })
  if (!answer.ok) throw new Error(`the gateway answered ${answer.status}`)
  return answer.json()
}
