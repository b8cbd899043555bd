// A merchant's set-up for Apple Pay and Google Pay. Keys are made by the gateway: no service takes or returns a
// private key.
import { string } from '../../contract/field-types.ts'
import { walletIdentifierRow, walletPageRows } from '../../contract/groups/wallet.ts'
import { required } from '../../contract/row.ts'
import {
  createWalletKey,
  findIdentityRequest,
  findKeyRegistration,
  readWalletSettings,
  requestIdentityCertificate,
  storeAppleCertificate,
  type Wallet,
  type WalletKeyName,
  type WalletPageName,
} from '../../wallets/index.ts'
import { pathNotFound } from '../access.ts'
import { type ConsoleContext, callAuditStamp, pathId } from '../context.ts'
import { withBody } from '../fields.ts'
import type {
  CreatedWalletKeyBody,
  KeyRegistrationBody,
  StoredCertificateBody,
  WalletListBody,
} from '../response-bodies/merchants.ts'
import { consoleRefusal, createdResponse, noContent, okResponse, unknownResource } from '../responses.ts'
import type { ConsoleCall, ConsoleRoute } from '../route.ts'

const view = { kind: 'MERCHANT', permission: 'VIEW' } as const
const configure = { kind: 'MERCHANT', permission: 'CONFIGURE' } as const
const change = { kind: 'MERCHANT', permission: 'CONFIGURE', isSensitive: true } as const

const root = '/merchants/:merchantId/wallets'
/** Apple's certificates are below 4 KB. */
const certificateRow = string(1, 20_000)

export function walletServices(context: ConsoleContext): readonly ConsoleRoute[] {
  return [...pageServices(context), ...keyServices(context), ...appleServices(context)]
}

function walletOf(call: ConsoleCall): WalletPageName {
  return { merchantId: pathId(call, 'merchantId'), wallet: pathId(call, 'wallet') as Wallet }
}

function keyOf(call: ConsoleCall): WalletKeyName {
  return { ...walletOf(call), publicKeyHash: pathId(call, 'publicKeyHash') }
}

function pageServices(context: ConsoleContext): readonly ConsoleRoute[] {
  const { merchants, dependencies, hasAppleDomainFile } = context
  return [
    {
      method: 'GET',
      path: root,
      purpose:
        'Shows the wallets of a merchant: settings, keys and certificates with their expiry, and what is missing.',
      access: view,
      async handle(call) {
        const access = await merchants.find(pathId(call, 'merchantId'))
        if (!access) return pathNotFound
        return okResponse<WalletListBody>({
          wallets: await readWalletSettings(access.merchant, dependencies),
          domain: new URL(dependencies.addresses.publicUrl()).hostname,
          hasDomainFile: await hasAppleDomainFile(),
        })
      },
    },
    {
      method: 'PUT',
      path: `${root}/:wallet`,
      purpose: 'Offers a wallet on payment pages, or changes how; a certificate stays.',
      access: change,
      handle: withBody(
        { displayName: required(walletPageRows.displayName), country: required(walletPageRows.country) },
        async (input, call) => {
          await dependencies.walletPages.set({ ...walletOf(call), ...input }, callAuditStamp(call, context))
          return noContent
        },
      ),
    },
    {
      method: 'DELETE',
      path: `${root}/:wallet`,
      purpose: 'Takes a wallet off the payment pages, with its certificate; keys stay.',
      access: change,
      async handle(call) {
        const isRemoved = await dependencies.walletPages.remove(walletOf(call), callAuditStamp(call, context))
        return isRemoved ? noContent : unknownResource('wallet')
      },
    },
  ]
}

function keyServices(context: ConsoleContext): readonly ConsoleRoute[] {
  const { dependencies } = context
  return [
    {
      method: 'POST',
      path: `${root}/:wallet/keys`,
      purpose:
        'Creates a key and returns what the wallet needs: a signing request for Apple, the public key for Google. Pages do not use it yet.',
      access: change,
      handle: withBody({ identifier: required(walletIdentifierRow) }, async (input, call) => {
        const created = await createWalletKey(
          { ...walletOf(call), ...input },
          callAuditStamp(call, context),
          dependencies,
        )
        if (created.kind === 'REFUSED') return consoleRefusal(409, 'TOO_MANY_KEYS', created.reason)
        const { key, registration } = created
        return createdResponse<CreatedWalletKeyBody>({ publicKeyHash: key.publicKeyHash, registration })
      }),
    },
    {
      method: 'GET',
      path: `${root}/:wallet/keys/:publicKeyHash/registration`,
      purpose: 'Returns the signing request or the public key of a key.',
      access: configure,
      async handle(call) {
        const registration = await findKeyRegistration(keyOf(call), dependencies)
        return registration ? okResponse<KeyRegistrationBody>(registration) : unknownResource('key')
      },
    },
    {
      method: 'POST',
      path: `${root}/:wallet/keys/:publicKeyHash/use`,
      purpose:
        'Makes payment pages use this key, which the wallet must know; payloads for the previous one are still accepted.',
      access: change,
      async handle(call) {
        const isInUse = await dependencies.walletKeys.putInUse(keyOf(call), callAuditStamp(call, context))
        return isInUse ? noContent : unknownResource('key')
      },
    },
    {
      method: 'DELETE',
      path: `${root}/:wallet/keys/:publicKeyHash`,
      purpose: 'Deletes a key; payloads for it are refused from then on.',
      access: change,
      async handle(call) {
        const isRemoved = await dependencies.walletKeys.remove(keyOf(call), callAuditStamp(call, context))
        return isRemoved ? noContent : unknownResource('key')
      },
    },
  ]
}

/** What only Apple has. */
function appleServices(context: ConsoleContext): readonly ConsoleRoute[] {
  const { dependencies } = context
  const requestPath = `${root}/:wallet/certificate-request` as const
  const isApple = (call: ConsoleCall) => walletOf(call).wallet === 'APPLE_PAY'
  return [
    {
      method: 'POST',
      path: requestPath,
      purpose:
        'Creates a key for the Apple Pay identity certificate and returns its signing request; the certificate in use stays.',
      access: change,
      async handle(call) {
        if (!isApple(call)) return pathNotFound
        const by = callAuditStamp(call, context)
        return createdResponse<KeyRegistrationBody>(
          await requestIdentityCertificate(pathId(call, 'merchantId'), by, dependencies),
        )
      },
    },
    {
      method: 'GET',
      path: requestPath,
      purpose: 'Returns the signing request whose certificate has not been stored yet.',
      access: configure,
      async handle(call) {
        const request = isApple(call) ? await findIdentityRequest(pathId(call, 'merchantId'), dependencies) : undefined
        return request ? okResponse<KeyRegistrationBody>(request) : unknownResource('request')
      },
    },
    {
      method: 'POST',
      path: `${root}/:wallet/certificates`,
      purpose: 'Stores a certificate that Apple has issued, in PEM; its key says what it is for.',
      access: change,
      handle: withBody({ pem: required(certificateRow) }, async ({ pem }, call) => {
        if (!isApple(call)) return pathNotFound
        const certificate = { merchantId: pathId(call, 'merchantId'), pem }
        const stored = await storeAppleCertificate(certificate, callAuditStamp(call, context), dependencies)
        if (stored.kind === 'REFUSED') return consoleRefusal(422, 'FIELD_INVALID', stored.reason, 'pem')
        const { kind: _, ...shown } = stored
        return createdResponse<StoredCertificateBody>(shown)
      }),
    },
  ]
}
