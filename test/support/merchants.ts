// Merchants of a test's own, boarded the way an operator does it, and their certificates.
import { X509Certificate } from 'node:crypto'
import { join } from 'node:path'
import { issueClientCertificate } from '../../src/adapters/certificates/development-ca.ts'
import type { Merchant, MerchantProfile } from '../../src/domain/merchant.ts'
import { newRepository, type TokenRepository } from '../../src/domain/token-repository.ts'
import type { By } from '../../src/ports/people.ts'
import { sandboxMerchants } from '../../src/sandbox/merchants.ts'
import { testPassword } from './database.ts'
import type { TestGateway } from './gateway.ts'

interface Boarding {
  /** What differs from the first sandbox merchant. */
  readonly profile?: Partial<MerchantProfile>
  /** How its tokens are made, if not at random; with another id than its own it shares what is there. */
  readonly repository?: Partial<TokenRepository>
  /** At most two. */
  readonly passwords?: readonly string[]
}

let boarded = 0

/** Whoever changes something in a test. */
export const by = (): By => ({ actor: 'tester', at: new Date() })

/** A merchant nobody has asked about yet, so that no cache knows it. */
export async function boardMerchant(
  { administration: { merchants, vault } }: TestGateway,
  { profile = {}, repository, passwords = [testPassword] }: Boarding = {},
): Promise<Merchant> {
  boarded += 1
  const [{ profile: usual }] = sandboxMerchants as readonly [Merchant]
  const id = `TESTBOARDED${boarded}`
  const tokenRepository = newRepository(repository?.id ?? id, repository)
  const merchant = { id, profile: { ...usual, tokenRepositoryId: tokenRepository.id, ...profile }, tokenRepository }
  await merchants.create(merchant, by())
  for (const password of passwords)
    await merchants.addPassword(merchant.id, vault.keyedHash('PASSWORD', password), by())
  return merchant
}

export interface TestCertificate {
  readonly cert: string
  readonly key: string
  readonly fingerprint: string
}

const dayMs = 86_400_000

/** A certificate of the development authority; `from` is in days from now. */
export async function makeCertificate(
  { dataDir }: TestGateway,
  { from = 0, days = 30 }: { from?: number; days?: number } = {},
): Promise<TestCertificate> {
  const order = { folder: join(dataDir, 'client-authority'), commonName: 'a merchant', days }
  const notBefore = new Date(Date.now() + from * dayMs)
  const { certificatePem, keyPem, fingerprint } = await issueClientCertificate({ ...order, notBefore })
  return { cert: certificatePem, key: keyPem, fingerprint }
}

export async function registerCertificate(
  { administration: { merchants } }: TestGateway,
  merchantId: string,
  { cert, fingerprint }: TestCertificate,
): Promise<void> {
  const { subject, validFromDate: notBefore, validToDate: notAfter } = new X509Certificate(cert)
  await merchants.addCertificate(merchantId, { fingerprint, subject: subject ?? '', notBefore, notAfter }, by())
}
