// The site of the simulated access-control server, where a tester plays the payer. A browser is sent back only to the
// address that the gateway named.

import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseUrlEncoded } from '../../../kernel/url-encoded.ts'
import type { Database } from '../../../platform/postgres/database.ts'
import {
  type AuthenticationRecord,
  findAuthenticationRecordByToken,
  type ProofStatus,
  writeResponse,
} from '../books.ts'
import { cresOf, paResOf, readMessageToken } from '../messages.ts'
import {
  challengeChoices,
  paths,
  renderChallengeForm,
  renderChallengeRefusal,
  renderChallengeReturn,
  renderMethodFrame,
} from './render.ts'

interface Site {
  readonly database: Database
  readonly signingKey: () => Promise<string>
}

/** Longer than any merchant's own data of a few words. */
const merchantDataLengthMax = 4096

export function accessControlSite(app: FastifyInstance, { database, signingKey }: Site): void {
  const find = async (message: string | null, protocol: AuthenticationRecord['protocol']) => {
    const token = readMessageToken(message ?? '')
    const line = token === undefined ? undefined : await findAuthenticationRecordByToken(database, token)
    return line?.protocol === protocol ? line : undefined
  }
  const post = (path: string, handler: (form: URLSearchParams, reply: FastifyReply) => Promise<FastifyReply>) =>
    app.post(path, (request, reply) => {
      request.logFields['route'] = path
      request.logFields['result'] = 'SUCCESS'
      return handler(parseUrlEncoded((request.body as Buffer | undefined)?.toString('utf8') ?? ''), reply)
    })

  const backWithPaRes = async (reply: FastifyReply, line: AuthenticationRecord, merchantData: string) => {
    const paRes = paResOf(line, await signingKey())
    return sendWayBack(reply, renderChallengeReturn(line.returnUrl, { PaRes: paRes, MD: merchantData }))
  }
  const backWithCres = (reply: FastifyReply, line: AuthenticationRecord, sessionData: string) =>
    sendWayBack(
      reply,
      renderChallengeReturn(line.returnUrl, {
        cres: cresOf(line),
        ...(sessionData !== '' && { threeDSSessionData: sessionData }),
      }),
    )

  post(paths.threeDSecure1, async (form, reply) => {
    const line = await find(form.get('PaReq'), '3DS1')
    const merchantData = form.get('MD') ?? ''
    if (!line || form.get('TermUrl') !== line.returnUrl || merchantData.length > merchantDataLengthMax)
      return refuse(reply)
    if (line.status !== 'C') return backWithPaRes(reply, line, merchantData)
    return sendPage(reply, renderChallengeForm(line, { PaReq: form.get('PaReq') ?? '', MD: merchantData }))
  })

  post(paths.threeDSecure1Response, async (form, reply) => {
    const line = await find(form.get('PaReq'), '3DS1')
    const status = line && chosen(form, line)
    if (!line || !status) return refuse(reply)
    return backWithPaRes(reply, await writeResponse(database, line, status), form.get('MD') ?? '')
  })

  post(paths.challenge, async (form, reply) => {
    const line = await find(form.get('creq'), '3DS2')
    const sessionData = form.get('threeDSSessionData') ?? ''
    if (!line || sessionData.length > merchantDataLengthMax) return refuse(reply)
    if (line.status !== 'C') return backWithCres(reply, line, sessionData)
    return sendPage(reply, renderChallengeForm(line, { creq: form.get('creq') ?? '', threeDSSessionData: sessionData }))
  })

  post(paths.challengeSubmission, async (form, reply) => {
    const line = await find(form.get('creq'), '3DS2')
    // A payer who cancels has not been authenticated.
    const status = form.get('cancel') === null ? line && chosen(form, line) : 'N'
    if (!line || !status) return refuse(reply)
    return backWithCres(reply, await writeResponse(database, line, status), form.get('threeDSSessionData') ?? '')
  })

  post(paths.method, async (_form, reply) => sendPage(reply, renderMethodFrame()))
  serveFile(app, paths.style, 'text/css;charset=UTF-8')
  serveFile(app, paths.script, 'text/javascript;charset=UTF-8')
}

function chosen(form: URLSearchParams, { protocol }: AuthenticationRecord): ProofStatus | undefined {
  const chosenStatus = form.get('result')
  return challengeChoices[protocol].find(({ status }) => status === chosenStatus)?.status
}

/**
 * Any document may show these pages in a frame, including an app's web view without an origin: that is where EMV 3-D
 * Secure shows them, and a bank knows no shop. Tricking a user into a click here gains nothing.
 */
function headers(formAction: string): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `form-action ${formAction}`,
    "base-uri 'none'",
  ]
  return {
    'content-security-policy': policy.join('; '),
    'content-type': 'text/html;charset=UTF-8',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  }
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply.headers(headers("'self'")).send(page)
}

/** Browsers apply the policy of a form also to the redirect that follows it, whose address only the shop knows. */
function sendWayBack(reply: FastifyReply, page: string): FastifyReply {
  return reply.headers(headers('https: http:')).send(page)
}

function refuse(reply: FastifyReply): FastifyReply {
  reply.request.logFields['result'] = 'ERROR'
  return reply.code(400).headers(headers("'none'")).send(renderChallengeRefusal())
}

function serveFile(app: FastifyInstance, path: string, contentType: string): void {
  const bytes = readFileSync(new URL(`./${path.slice(path.lastIndexOf('/') + 1)}`, import.meta.url))
  app.get(path, (request: FastifyRequest, reply) => {
    request.logFields['route'] = path
    request.logFields['result'] = 'SUCCESS'
    return reply
      .headers({
        'content-type': contentType,
        'cache-control': 'public, max-age=300',
        'x-content-type-options': 'nosniff',
      })
      .send(bytes)
  })
}
