// A payer's browser at the issuer's access-control server, without a browser: posts the forms that pages hold.
import assert from 'node:assert/strict'
import { testPassword } from '../gateway/database.ts'
import type { TestGateway } from '../gateway/gateway.ts'
import { type ApiResponse, apiPath, type ClientRequest, cardSource, merchantId, send } from './client.ts'

export interface ChallengeForm {
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

function unescaped(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)
}

/** The form of a page, with its hidden fields. */
export function formIn(page: string): ChallengeForm {
  const action = /<form [^>]*action="([^"]*)"/.exec(page)?.[1]
  if (action === undefined) assert.fail(`no form in ${page}`)
  const inputs = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)
  const fields = [...inputs].map(([, name = '', value = '']) => [unescaped(name), unescaped(value)])
  return { action: unescaped(action), fields: Object.fromEntries(fields) }
}

/** Posts a form as a browser does, to wherever its action leads. */
export function post(url: string, fields: Readonly<Record<string, string>>): Promise<ApiResponse> {
  const { origin, pathname, search } = new URL(url)
  return send(origin, {
    method: 'POST',
    path: pathname + search,
    bytes: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    login: null,
  })
}

/** The payer reads the bank's question and answers it; the form that leads back. */
export async function answerBank(
  question: ChallengeForm,
  response: Readonly<Record<string, string>>,
): Promise<ChallengeForm> {
  const asked = await post(question.action, question.fields)
  assert.equal(asked.status, 200, asked.text)
  const form = formIn(asked.text)
  const answered = await post(new URL(form.action, question.action).href, { ...form.fields, ...response })
  assert.equal(answered.status, 200, answered.text)
  return formIn(answered.text)
}

export const shopUrl = 'https://shop.example/back'

export interface Checks {
  check(id: string, body: object, version?: number): Promise<ApiResponse>
  process(id: string, paRes: string, version?: number): Promise<ApiResponse>
  retrieve(id: string, version?: number): Promise<ApiResponse>
}

/** A merchant's program that authenticates by 3-D Secure 1. */
export function openChecks({ listeners }: Pick<TestGateway, 'listeners'>, merchant = merchantId): Checks {
  const login = `merchant.${merchant}:${testPassword}`
  const ask = (id: string, sent: Omit<ClientRequest, 'path'>, version = 100) =>
    send(listeners.httpUrl ?? '', {
      ...sent,
      login,
      path: apiPath(`/3DSecureId/${encodeURIComponent(id)}`, { merchant, version }),
    })
  return {
    check: (id, body, version) => ask(id, { method: 'PUT', body }, version),
    process: (id, paRes, version) =>
      ask(id, { method: 'POST', body: { apiOperation: 'PROCESS_ACS_RESULT', '3DSecure': { paRes } } }, version),
    retrieve: (id, version) => ask(id, {}, version),
  }
}

export function checkBody(differences: object = {}, redirect: object = {}): object {
  return {
    apiOperation: 'CHECK_3DS_ENROLLMENT',
    '3DSecure': { authenticationRedirect: { responseUrl: shopUrl, ...redirect } },
    order: { amount: '100.00', currency: 'USD' },
    sourceOfFunds: cardSource(),
    ...differences,
  }
}

export function initiateBody(differences: object = {}): object {
  return {
    apiOperation: 'INITIATE_AUTHENTICATION',
    authentication: { acceptVersions: '3DS1,3DS2', channel: 'PAYER_BROWSER', purpose: 'PAYMENT_TRANSACTION' },
    order: { currency: 'USD' },
    sourceOfFunds: cardSource(),
    ...differences,
  }
}

export function authenticateBody(differences: object = {}): object {
  return {
    apiOperation: 'AUTHENTICATE_PAYER',
    authentication: { redirectResponseUrl: shopUrl },
    device: {
      browser: 'Mozilla/5.0',
      browserDetails: {
        '3DSecureChallengeWindowSize': 'FULL_SCREEN',
        acceptHeaders: 'text/html',
        colorDepth: 24,
        javaEnabled: false,
        language: 'en-US',
        screenHeight: 800,
        screenWidth: 1280,
        timeZone: 0,
      },
      ipAddress: '192.0.2.1',
    },
    order: { amount: '100.00', currency: 'USD' },
    sourceOfFunds: cardSource(),
    ...differences,
  }
}

export const enrolled = { mastercard: '5123450000000008', visa: '4508750015741019' } as const
export const notEnrolled = '5111111111111118'
