// The messages to the access-control server and back through the payer's browser. The response of 3-D Secure 1 is
// signed and bound to its authentication: an altered one, or one about another authentication, is invalid.

import { createHmac, timingSafeEqual } from 'node:crypto'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { AuthenticationProof } from '../../payments/index.ts'
import type { AuthenticationRecord } from './books.ts'

/** Base64 of JSON, as both protocols write their messages. */
function encode(message: object): string {
  return Buffer.from(JSON.stringify(message)).toString('base64')
}

function decode(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const message: unknown = JSON.parse(Buffer.from(text, 'base64').toString('utf8'))
    return typeof message === 'object' && message !== null ? (message as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

export function paReqOf({ token, xid }: Pick<AuthenticationRecord, 'token' | 'xid'>): string {
  return encode({ message: 'PAReq', version: '1.0.2', xid, token })
}

export function creqOf(line: Pick<AuthenticationRecord, 'token' | 'acsTransactionId'>): string {
  return encode({
    messageType: 'CReq',
    messageVersion: protocolVersion,
    acsTransID: line.acsTransactionId,
    token: line.token,
  })
}

export const protocolVersion = '2.2.0'

/** The token in either of them; undefined when it is not a valid message. */
export function readMessageToken(text: string): string | undefined {
  const token = decode(text)?.['token']
  return typeof token === 'string' && /^[0-9a-f]{32}$/.test(token) ? token : undefined
}

/** Informs the page that receives the browser that the challenge is over. It proves nothing. */
export function cresOf({ acsTransactionId }: Pick<AuthenticationRecord, 'acsTransactionId'>): string {
  return encode({
    messageType: 'CRes',
    messageVersion: protocolVersion,
    acsTransID: acsTransactionId,
    challengeCompletionInd: 'Y',
  })
}

const fields = ['status', 'eci', 'proof', 'xid'] as const

type SignedRecord = Pick<AuthenticationRecord, 'reference' | (typeof fields)[number]>

function signatureOf(line: SignedRecord, key: string): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify([line.reference, ...fields.map((name) => line[name] ?? '')]))
    .digest()
}

/** The response of 3-D Secure 1. The reference is not in it, but signed with it: the reader has to know it. */
export function paResOf(line: SignedRecord, key: string): string {
  const { status, eci, proof, xid } = line
  return encode({ message: 'PARes', status, eci, proof, xid, signature: signatureOf(line, key).toString('base64') })
}

const statuses: readonly unknown[] = ['A', 'N', 'U', 'Y'] satisfies AuthenticationProof['status'][]

/** Undefined when it was not signed for this reference. */
export function readPaRes(paRes: string, reference: string, key: string): AuthenticationProof | undefined {
  const message = decode(paRes)
  if (!message || !statuses.includes(message['status'])) return undefined
  const text = (name: string) => {
    const value = message[name]
    return typeof value === 'string' ? value : undefined
  }
  const status = message['status'] as AuthenticationProof['status']
  const [eci, proof, xid] = [text('eci'), text('proof'), text('xid') ?? '']
  const expected = signatureOf({ reference, status, eci, proof, xid }, key)
  const signature = Buffer.from(text('signature') ?? '', 'base64')
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return undefined
  return { status, ...omitUndefined({ eci, token: proof }), xid }
}
