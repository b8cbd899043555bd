// The simulated payer authentication: the schemes' directory and one access-control server for all issuers, which
// decides by published test data and by the answers that a tester gives on its pages. It keeps its own books.

import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../kernel/clock.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { MigrationTrack } from '../../platform/postgres/migrate.ts'
import type { AuthenticationResult, PayerAuthentication } from '../ports/payer-authentication.ts'
import {
  type AuthenticationRecord,
  findAuthenticationRecord,
  signingKey,
  writeAuthenticationRecord,
  writeResponse,
} from './books.ts'
import { decisionOn, enrollmentOf, isUndetermined } from './conventions.ts'
import { creqOf, paReqOf, protocolVersion, readPaRes } from './messages.ts'
import { paths } from './site/render.ts'
import { accessControlSite } from './site/routes.ts'

export const accessControlSchema: MigrationTrack = {
  name: 'simulated-access-control',
  folder: new URL('./migrations/', import.meta.url),
}

/** After this long an unanswered challenge has failed, as with real issuers. */
const challengeLastsMs = 15 * 60_000

export interface SimulatedAccessControl {
  readonly payerAuthentication: PayerAuthentication
  /** Adds the pages on which a tester plays the payer. */
  readonly site: (app: FastifyInstance) => void
}

export function simulatedAccessControl({
  database,
  clock,
  publicUrl,
}: {
  readonly database: Database
  readonly clock: Clock
  /** The URL of the access-control server's pages. */
  readonly publicUrl: () => string
}): SimulatedAccessControl {
  const key = signingKey(database)
  const placeOf = (path: string) => `${publicUrl()}${path}`

  const payerAuthentication: PayerAuthentication = {
    isAtAcquirer: () => false,

    async checkEnrollment({ number, expiry, ...question }) {
      const enrollment = enrollmentOf(number.open())
      if (enrollment === 'NOT_SUPPORTED') return { kind: 'NOT_SUPPORTED' }
      if (isUndetermined(expiry)) return { kind: 'UNDETERMINED' }
      if (enrollment === 'NOT_ENROLLED') return { kind: 'NOT_ENROLLED' }
      const line = await writeAuthenticationRecord(database, { ...question, number, protocol: '3DS1', status: 'C' })
      return { kind: 'ENROLLED', acsUrl: placeOf(paths.threeDSecure1), paReq: paReqOf(line), xid: line.xid }
    },

    async readResult({ reference, paRes }) {
      const proof = readPaRes(paRes.open(), reference, await key())
      return proof ? { kind: 'READ', proof } : { kind: 'UNREADABLE' }
    },

    async lookUp({ reference, number }) {
      if (enrollmentOf(number.open()) !== 'ENROLLED') return { kind: 'NOT_SUPPORTED' }
      const threeDSServerTransID = createHash('sha256').update(reference).digest('hex').slice(0, 32)
      const postData = Buffer.from(JSON.stringify({ threeDSServerTransID })).toString('base64')
      return { kind: 'AVAILABLE', version: '3DS2', method: { url: placeOf(paths.method), postData } }
    },

    async authenticate({ number, expiry, channel, link: _, ...question }) {
      const decision = decisionOn(expiry, { hasBrowser: channel === 'PAYER_BROWSER' })
      if (decision === 'SILENT') return { kind: 'NO_ANSWER' }
      const line = await writeAuthenticationRecord(database, {
        ...question,
        number,
        protocol: '3DS2',
        status: decision,
      })
      const isAnother =
        line.card !== number.masked || line.amountMinor !== question.amountMinor || line.currency !== question.currency
      return isAnother ? { kind: 'NO_ANSWER' } : resultOf(line)
    },

    async resultOf({ reference }) {
      const line = await findAuthenticationRecord(database, reference)
      if (!line) return { kind: 'NO_ANSWER' }
      const isExpired = line.status === 'C' && clock.now().getTime() - line.writtenAt.getTime() > challengeLastsMs
      return resultOf(isExpired ? await writeResponse(database, line, 'N') : line)
    },
  }
  return { payerAuthentication, site: (app) => accessControlSite(app, { database, signingKey: key }) }

  function resultOf(line: AuthenticationRecord): AuthenticationResult {
    const { status, eci, proof, acsTransactionId, dsTransactionId } = line
    return {
      kind: 'ANSWERED',
      proof: {
        status,
        ...omitUndefined({ eci, token: proof }),
        acsTransactionId,
        dsTransactionId,
        protocolVersion,
        ...(status === 'C' && { challenge: { url: placeOf(paths.challenge), fields: { creq: creqOf(line) } } }),
      },
    }
  }
}
