// A sender of notifications, and receivers whose certificates it trusts.
import type { SubjectName } from '../../src/adapters/certificates/sign-certificate.ts'
import { type NotifierOptions, type OpenNotifier, openNotifier } from '../../src/adapters/webhooks/notifier.ts'
import { certificateFor, makeAuthority, openTlsReceiver, type TestAuthority, type TlsReceiver } from './tls-receiver.ts'

type ReceiverWishes = Parameters<typeof openTlsReceiver> extends [unknown, ...infer Rest] ? Rest : never

export interface SenderWorld {
  readonly authority: TestAuthority
  /** Key and certificate of the receivers. */
  readonly certificate: Awaited<ReturnType<typeof certificateFor>>
  /** One that may call this machine and trusts the authority, unless told otherwise. */
  notifierWith(options: Partial<NotifierOptions>): OpenNotifier
  receiver(...wishes: ReceiverWishes): Promise<TlsReceiver>
  /** Something more to be closed at the end. */
  closeLater(close: () => unknown): void
  close(): Promise<void>
}

/** The receivers are this machine, or have these names. */
export async function openSenderWorld(names?: readonly SubjectName[]): Promise<SenderWorld> {
  const authority = await makeAuthority()
  const certificate = await certificateFor({ issuer: authority, ...(names && { names }) })
  const toClose: (() => unknown)[] = []
  return {
    authority,
    certificate,
    notifierWith(options) {
      const opened = openNotifier({
        userAgent: 'Tollgate/test',
        ports: [443, 8443],
        allowsLoopback: true,
        developmentCa: async () => authority.certificatePem,
        ...options,
      })
      toClose.push(opened.close)
      return opened
    },
    async receiver(...wishes) {
      const opened = await openTlsReceiver(certificate, ...wishes)
      toClose.push(opened.close)
      return opened
    },
    closeLater: (close) => toClose.push(close),
    async close() {
      for (const close of toClose) await close()
    },
  }
}
