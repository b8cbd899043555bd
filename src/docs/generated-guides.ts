// The guides that are tables of the source: every error, and every outcome code.

import { statusOfRejection } from '../api/refusal.ts'
import { gatewayCodeSentences } from '../contract/reference/descriptions/gateway-codes.ts'
import { rejectionSentences } from '../contract/reference/descriptions/rejections.ts'
import { type GatewayCode, gatewayCodes } from '../kernel/gateway-code.ts'
import { type RejectionReason, reject } from '../kernel/rejection.ts'

const code = (text: string | undefined) => (text === undefined ? '' : `\`${text}\``)

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return lines.join('\n')
}

export function errorsGuide(): string {
  const rejections = (Object.keys(rejectionSentences) as RejectionReason[])
    .map((reason) => ({ rejection: reject(reason), sentence: rejectionSentences[reason] }))
    .map(({ rejection, sentence }) => ({ status: statusOfRejection(rejection), ...rejection, sentence }))
    .toSorted((a, b) => a.status - b.status)
  const sections = [...Map.groupBy(rejections, ({ status, cause }) => `${status} ${cause}`)].map(([title, rows]) => {
    const cells = rows.map(({ validationType, field, sentence }) => [sentence, code(validationType), code(field)])
    return `## ${title}\n\n${table(['When', 'Validation', 'Field'], cells)}`
  })
  return `# Errors

A refused request was not executed: nothing was stored or charged. The response has \`result\` \`ERROR\` and one error, the first that was found. A payment that was
executed and declined is no error: its \`response.gatewayCode\` says why ([gateway codes](gateway-codes)).

| Member | Content |
|---|---|
| \`error.cause\` | \`INVALID_REQUEST\`: correct the request. \`REQUEST_REJECTED\`: it is not permitted. \`SERVER_BUSY\`: send it again after \`Retry-After\` seconds. \`SERVER_FAILED\`: send the same ids again |
| \`error.validationType\` | \`INVALID\`, \`MISSING\` or \`UNSUPPORTED\`, where the error is about a field |
| \`error.field\` | The field, by its full name |
| \`error.explanation\` | A sentence for developers; its wording may change |
| \`error.supportCode\` | Give it to the operator of the gateway; it is the \`X-Request-Id\` of the response |

After a lost connection, a \`500\` or a \`503\`, send the same request with the same ids again: it is executed at most once, and the response is the first one's.

<!-- example: RETRIEVE_TRANSACTION -->

Where no field is named below, it is the one that the request has wrong, or none.

${sections.join('\n\n')}
`
}

const results = [
  ['SUCCESS', 'It was done; or, where the code says so, it has begun.'],
  ['FAILURE', 'It was not done, and will not be.'],
  ['PENDING', 'Others decide: the payer, the provider, the acquirer.'],
  ['UNKNOWN', 'It may have been done. The gateway finds out.'],
] as const

export function gatewayCodesGuide(): string {
  const sections = results.map(([result, says]) => {
    const rows = (Object.keys(gatewayCodes) as GatewayCode[])
      .filter((name) => gatewayCodes[name].result === result)
      .map((name) => [code(name), gatewayCodeSentences[name].meaning, gatewayCodeSentences[name].next])
    return `## ${result}\n\n${says}\n\n${table(['Code', 'Meaning', 'What to do'], rows)}`
  })
  return `# Gateway codes

\`response.gatewayCode\` is the outcome of a transaction, the same whichever acquirer was asked. \`result\` sums it up; decide by \`result\` where the reason does
not matter. \`response.acquirerCode\` is what the acquirer itself answered. In the sandbox the [expiry date](test-cards) selects the code.

<!-- example: PAY -->

${sections.join('\n\n')}
`
}
