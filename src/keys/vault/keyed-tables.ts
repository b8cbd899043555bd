// Where keys are named: every column of the database that holds a sealed value or a keyed hash, in one list. What is
// not listed here is neither re-encrypted nor protected from losing its key; a test compares the list with the schema.

import type pg from 'pg'
import {
  approvalRequestSealContext,
  certificateRequestSealContext,
  linkSecretsSealContext,
  paymentLinkSealContext,
  schemeTokenSealContext,
  secondFactorSealContext,
  sessionSealContext,
  tokenAccountSealContext,
  transactionSealContext,
  walletKeySealContext,
  walletPageSealContext,
  webhookSecretsSealContext,
} from '../ports/seal-context.ts'
import type { Vault } from '../ports/vault.ts'
import type { KeyFacts, KeyScan } from './key-steps.ts'

export interface ScanPage {
  readonly place: KeyedTable
  /** After this row; undefined at the beginning. */
  readonly after: RowKey | undefined
  readonly last: RowKey
}

export interface ScanTools {
  readonly keys: readonly KeyFacts[]
  readonly vault: Pick<Vault, 'keyedHash' | 'seal' | 'open'>
  /** Called with a value that cannot be decrypted; it is left as it is. */
  readonly onError: (error: unknown) => void
  readonly accountHashes: AccountHashes | undefined
}

/** The keyed hashes that find the accounts of tokens: they are computed again when their key rotates. */
export interface AccountHashes {
  backfillPage(client: pg.PoolClient, page: ScanPage, tools: ScanTools): Promise<ScanPageResult>
  forgetFormerHashes(client: pg.PoolClient, page: ScanPage, tools: ScanTools): Promise<void>
}

/** What was done on a page. */
export interface ScanPageResult {
  readonly changed: number
  readonly failed: number
}

/** A row's primary key as text, column after column; bytes in hexadecimal. */
export type RowKey = readonly string[]

export interface KeyColumn {
  readonly name: string
  readonly type: 'text' | 'bytea' | 'smallint' | 'integer' | 'uuid' | 'timestamptz'
}

export interface SealedColumns {
  readonly keyId: string
  readonly sealed: string
  /** What was bound to the value when it was sealed. */
  readonly belongsTo: (row: RowKey) => readonly string[]
  /**
   * Whose audit log a decryption belongs to, and how it is recorded there; undefined for values that hold no account.
   */
  readonly opening?: (row: RowKey) => { readonly merchantId: string; readonly subject: object }
}

export interface KeyedTable {
  readonly table: string
  readonly key: readonly KeyColumn[]
  /** Columns that name the key of a hash. */
  readonly hashKeyIds?: readonly string[]
  readonly sealed?: readonly SealedColumns[]
  /** Set with every new seal: a request that has read the row before is retried with its new content. */
  readonly touch?: string
}

const text = (name: string): KeyColumn => ({ name, type: 'text' })
const bytes = (name: string): KeyColumn => ({ name, type: 'bytea' })

/** The tables of wallets have one private key in a row. */
const walletSecret = (belongsTo: SealedColumns['belongsTo']) =>
  ({ keyId: 'secret_key_id', sealed: 'secret_sealed', belongsTo }) as const

const transactions = {
  table: 'transactions',
  key: [text('merchant_id'), text('order_id'), text('transaction_id')],
} as const satisfies KeyedTable

const sessions = { table: 'sessions', key: [text('merchant_id'), bytes('session_hash')] } as const satisfies KeyedTable
const tokens = { table: 'tokens', key: [text('repository_id'), text('token')] } as const satisfies KeyedTable

const enrollmentChecks = {
  table: 'enrollment_checks',
  key: [text('merchant_id'), text('three_d_secure_id')],
} as const satisfies KeyedTable

const deviceAuthentications = {
  table: 'device_authentications',
  key: [text('merchant_id'), text('order_id'), text('transaction_id'), bytes('session_hash')],
} as const satisfies KeyedTable

/** Of no merchant: several may share a repository. */
const operator = ''
const purpose = 'RESEAL'

const sealedTables: readonly KeyedTable[] = [
  {
    ...transactions,
    sealed: [
      {
        keyId: 'accounts_key_id',
        sealed: 'accounts_sealed',
        belongsTo: (row) => transactionSealContext(transactionOf(row)),
        opening(row) {
          const { merchantId, ...subject } = transactionOf(row)
          return { merchantId, subject: { ...subject, purpose } }
        },
      },
    ],
  },
  {
    ...sessions,
    sealed: [
      {
        keyId: 'accounts_key_id',
        sealed: 'accounts_sealed',
        belongsTo: (row) => sessionSealContext(sessionOf(row), 'accounts'),
        opening: ([merchantId = '', session]) => ({ merchantId, subject: { session, purpose } }),
      },
      {
        keyId: 'told_key_id',
        sealed: 'told_sealed',
        belongsTo: (row) => sessionSealContext(sessionOf(row), 'told'),
      },
    ],
  },
  {
    ...tokens,
    touch: 'revision = t.revision + 1',
    sealed: [
      {
        keyId: 'account_key_id',
        sealed: 'account_sealed',
        belongsTo: (row) => tokenAccountSealContext(tokenOf(row)),
        opening: (row) => ({ merchantId: operator, subject: { ...tokenOf(row), purpose } }),
      },
      {
        keyId: 'scheme_key_id',
        sealed: 'scheme_sealed',
        belongsTo: (row) => schemeTokenSealContext(tokenOf(row)),
        opening: (row) => ({ merchantId: operator, subject: { ...tokenOf(row), isSchemeToken: true, purpose } }),
      },
    ],
  },
  {
    table: 'webhook_settings',
    key: [text('merchant_id')],
    sealed: (['secrets', 'previous'] as const).map((part) => ({
      keyId: `${part}_key_id`,
      sealed: `${part}_sealed`,
      belongsTo: ([merchantId = '']) => webhookSecretsSealContext(merchantId, part),
    })),
  },
  {
    table: 'link_revisions',
    key: [text('merchant_id'), text('link_id'), { name: 'revision', type: 'integer' }],
    sealed: [
      {
        keyId: 'secrets_key_id',
        sealed: 'secrets_sealed',
        belongsTo: ([merchantId = '', linkId = '', revision = '']) =>
          linkSecretsSealContext({ merchantId, linkId, revision }),
      },
    ],
  },
  {
    table: 'credential_requests',
    key: [text('merchant_id'), { name: 'request_id', type: 'uuid' }],
    sealed: [
      {
        keyId: 'secrets_key_id',
        sealed: 'secrets_sealed',
        belongsTo: ([merchantId = '', requestId = '']) => approvalRequestSealContext({ merchantId, requestId }),
      },
    ],
  },
  {
    table: 'payment_links',
    key: [text('merchant_id'), text('payment_link_id')],
    sealed: [
      {
        keyId: 'session_key_id',
        sealed: 'session_sealed',
        belongsTo: ([merchantId = '', paymentLinkId = '']) => paymentLinkSealContext({ merchantId, paymentLinkId }),
      },
    ],
  },
  {
    table: 'users',
    key: [text('merchant_id'), text('login')],
    sealed: [
      {
        keyId: 'factor_key_id',
        sealed: 'factor_sealed',
        belongsTo: ([merchantId = '', login = '']) => secondFactorSealContext({ merchantId, login }),
      },
    ],
  },
  {
    table: 'wallet_certificate_requests',
    key: [text('merchant_id'), text('wallet')],
    sealed: [walletSecret(([merchantId = '', wallet = '']) => certificateRequestSealContext({ merchantId, wallet }))],
  },
  {
    table: 'wallet_keys',
    key: [text('merchant_id'), text('wallet'), text('public_key_hash')],
    sealed: [
      walletSecret(([merchantId = '', wallet = '', publicKeyHash = '']) =>
        walletKeySealContext({ merchantId, wallet, publicKeyHash }),
      ),
    ],
  },
  {
    table: 'wallet_pages',
    key: [text('merchant_id'), text('wallet')],
    sealed: [walletSecret(([merchantId = '', wallet = '']) => walletPageSealContext({ merchantId, wallet }))],
  },
]

export const tokenAccounts = {
  table: 'token_accounts',
  key: [text('repository_id'), text('key_id'), bytes('hash'), text('token')],
  hashKeyIds: ['key_id'],
} as const satisfies KeyedTable

/** What each kind of work scans, in this order. */
export const keyedTables: Readonly<Record<KeyScan, readonly KeyedTable[]>> = {
  RESEAL: sealedTables,
  BACKFILL: [tokens],
  LOOK_ACCOUNT: [
    tokenAccounts,
    ...['risk_cards', 'risk_operator_cards'].map((table) => ({
      table,
      key: [text('merchant_id'), text('account_key_id'), bytes('account_hash')],
      hashKeyIds: ['account_key_id'],
    })),
    { ...transactions, hashKeyIds: ['account_key_id'] },
    { ...enrollmentChecks, hashKeyIds: ['account_key_id'] },
    { ...deviceAuthentications, hashKeyIds: ['account_key_id'] },
  ],
  LOOK_REQUEST: [
    { ...transactions, hashKeyIds: ['request_key_id'] },
    { ...enrollmentChecks, hashKeyIds: ['request_key_id'] },
    { ...deviceAuthentications, hashKeyIds: ['request_key_id'] },
    {
      table: 'deliveries',
      key: [text('merchant_id'), text('notification_id'), { name: 'created_at', type: 'timestamptz' }],
      hashKeyIds: ['seal_key_id'],
    },
  ],
  LOOK_PASSWORD: [
    ...['merchant_passwords', 'reporting_passwords'].map((table) => ({
      table,
      key: [text('merchant_id'), { name: 'slot', type: 'smallint' } as const],
      hashKeyIds: ['key_id'],
    })),
    {
      table: 'credential_requests',
      key: [text('merchant_id'), { name: 'request_id', type: 'uuid' }],
      hashKeyIds: ['key_id'],
    },
  ],
  LOOK_AUDIT: [
    ...['audit_heads', 'access_rights_seals', 'link_seals', 'started_controls'].map((table) => ({
      table,
      key: [text('merchant_id')],
      hashKeyIds: ['key_id'],
    })),
    {
      table: 'iso8583_mac_keys',
      key: [text('merchant_id'), text('link_id'), text('configured')],
      hashKeyIds: ['key_id'],
    },
  ],
  LOOK_SESSION: [
    { ...sessions, hashKeyIds: ['session_key_id'] },
    {
      table: 'console_sessions',
      key: [text('merchant_id'), text('login'), bytes('token_hash')],
      hashKeyIds: ['token_key_id'],
    },
    {
      table: 'known_browsers',
      key: [text('merchant_id'), text('login'), { name: 'browser_id', type: 'uuid' }],
      hashKeyIds: ['token_key_id'],
    },
  ],
}

/** The columns of a place that name keys. */
export function namingColumns({ hashKeyIds = [], sealed = [] }: KeyedTable): readonly string[] {
  return [...hashKeyIds, ...sealed.map(({ keyId }) => keyId)]
}

function transactionOf([merchantId = '', orderId = '', transactionId = '']: RowKey) {
  return { merchantId, orderId, transactionId }
}

function sessionOf([merchantId = '', hash = '']: RowKey) {
  return { merchantId, hash: Buffer.from(hash, 'hex') }
}

function tokenOf([repositoryId = '', token = '']: RowKey) {
  return { repositoryId, token }
}
