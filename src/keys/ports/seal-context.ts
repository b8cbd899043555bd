// The place of sealed values: merchant or repository, table, row and field, which are bound to the sealed value. A
// value that is copied to another place cannot be opened there.

export type SealContext = readonly string[]

/** The account numbers of a transaction's request. */
export function transactionSealContext({
  merchantId,
  orderId,
  transactionId,
}: {
  readonly merchantId: string
  readonly orderId: string
  readonly transactionId: string
}): SealContext {
  return [merchantId, 'transactions', orderId, transactionId, 'accounts']
}

interface TokenName {
  readonly repositoryId: string
  readonly token: string
}

/** The account of a token. */
export function tokenAccountSealContext({ repositoryId, token }: TokenName): SealContext {
  return [repositoryId, 'tokens', token, 'account']
}

/** The number of its scheme token. */
export function schemeTokenSealContext({ repositoryId, token }: TokenName): SealContext {
  return [repositoryId, 'tokens', token, 'schemeToken']
}

/** The account numbers of a session, and the values that its merchant was sent once. */
export function sessionSealContext(
  session: { merchantId: string; hash: Buffer },
  part: 'accounts' | 'told',
): SealContext {
  return [session.merchantId, 'sessions', session.hash.toString('hex'), part]
}

/** A merchant's notification secrets: the newest, and the previous ones. */
export function webhookSecretsSealContext(merchantId: string, part: 'secrets' | 'previous'): SealContext {
  return [merchantId, 'webhook_settings', part]
}

/** The secrets of a revision of an acquirer link. */
export function linkSecretsSealContext(revision: {
  readonly merchantId: string
  readonly linkId: string
  readonly revision: number | string
}): SealContext {
  return [revision.merchantId, 'link_revisions', revision.linkId, String(revision.revision), 'secrets']
}

/** The secrets of a link that a second user has to approve. */
export function approvalRequestSealContext(request: {
  readonly merchantId: string
  readonly requestId: string
}): SealContext {
  return [request.merchantId, 'credential_requests', request.requestId, 'secrets']
}

/** The values that a payment link gives to its payers' sessions. */
export function paymentLinkSealContext({
  merchantId,
  paymentLinkId,
}: {
  readonly merchantId: string
  readonly paymentLinkId: string
}): SealContext {
  return [merchantId, 'payment_links', paymentLinkId, 'session']
}

/** The secret of a user's second factor. */
export function secondFactorSealContext({
  merchantId,
  login,
}: {
  readonly merchantId: string
  readonly login: string
}): SealContext {
  return [merchantId, 'users', login, 'factor']
}

/** The private key for what a wallet encrypts. */
export function walletKeySealContext(key: {
  readonly merchantId: string
  readonly wallet: string
  readonly publicKeyHash: string
}): SealContext {
  return [key.merchantId, 'wallet_keys', key.wallet, key.publicKeyHash, 'privateKey']
}

/** The private key that identifies a merchant to a wallet. */
export function walletPageSealContext(page: { readonly merchantId: string; readonly wallet: string }): SealContext {
  return [page.merchantId, 'wallet_pages', page.wallet, 'privateKey']
}

/** A private key whose certificate a wallet has still to issue. */
export function certificateRequestSealContext(request: {
  readonly merchantId: string
  readonly wallet: string
}): SealContext {
  return [request.merchantId, 'wallet_certificate_requests', request.wallet, 'privateKey']
}
