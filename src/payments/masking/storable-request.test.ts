import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Secret, type SecretKind } from '../../kernel/secret.ts'
import type { SealedValue } from '../../keys/ports/vault.ts'
import { seal, unseal } from '../../keys/vault/data-keys.ts'
import type { TransactionKey } from '../ports/transactions.ts'
import { openAccounts, sealAccounts } from './storable-request.ts'

const dataKey = randomBytes(32)
const vault = {
  seal: (clear: string, belongsTo: readonly string[]): SealedValue => ({
    keyId: 'data-1',
    sealed: seal(dataKey, Buffer.from(clear), belongsTo),
  }),
  open: async ({ sealed }: SealedValue, belongsTo: readonly string[]) => unseal(dataKey, sealed, belongsTo).toString(),
}
const key: TransactionKey = { merchantId: 'TESTMERCHANT', orderId: 'order', transactionId: 'transaction' }

const payment = {
  order: { amount: '10.00', currency: 'EUR', custom: { 'a.b[0]': 'text' } },
  session: { id: new Secret('CREDENTIAL', 'SESSION0000000000000000000000000') },
  sourceOfFunds: {
    type: 'CARD',
    provided: {
      card: {
        number: new Secret('ACCOUNT', '5123450000000008'),
        securityCode: new Secret('AUTHENTICATION', '101'),
        track2: new Secret('AUTHENTICATION', ';5123450000000008=39051010000000000000?'),
      },
      giftCard: { number: new Secret('ACCOUNT', '6011003179988686'), pin: new Secret('AUTHENTICATION', '1234') },
      sepa: { iban: new Secret('BANK_ACCOUNT', 'DE89370400440532013000') },
    },
  },
  accountFunding: {
    recipient: {
      account: { identifier: new Secret('BANK_ACCOUNT', '4508750015741019'), identifierType: 'CARD_NUMBER' },
    },
  },
}

function sealed(request: object): SealedValue {
  return sealAccounts(request, key, vault) ?? assert.fail('nothing was sealed')
}

describe('the account numbers of a request', () => {
  it('are restored to their fields; security codes, PINs, tracks and session ids are not among them', async () => {
    assert.deepEqual(Object.fromEntries(await openAccounts(sealed(payment), key, vault)), {
      'sourceOfFunds.provided.card.number': '5123450000000008',
      'sourceOfFunds.provided.giftCard.number': '6011003179988686',
      'sourceOfFunds.provided.sepa.iban': 'DE89370400440532013000',
      'accountFunding.recipient.account.identifier': '4508750015741019',
    })
  })

  it('are named with their position inside lists', async () => {
    const request = { parts: [{ none: 1 }, { account: new Secret('ACCOUNT', '5123450000000008') }] }
    assert.deepEqual([...(await openAccounts(sealed(request), key, vault)).keys()], ['parts[1].account'])
  })

  it('are not sealed when there are none', () => {
    const { securityCode } = payment.sourceOfFunds.provided.card
    assert.equal(
      sealAccounts({ sourceOfFunds: { token: '9001', provided: { card: { securityCode } } } }, key, vault),
      undefined,
    )
    assert.equal(sealAccounts({}, key, vault), undefined)
  })

  const name = fc.stringMatching(/^[a-z][A-Za-z]{0,6}$/)
  const kind = fc.constantFrom<SecretKind>('ACCOUNT', 'BANK_ACCOUNT', 'AUTHENTICATION', 'CREDENTIAL')
  const secret = fc.tuple(kind, fc.string({ minLength: 1, maxLength: 50 })).map(([k, text]) => new Secret(k, text))
  const { request } = fc.letrec<{ request: object; value: unknown }>((tie) => ({
    request: fc.dictionary(name, tie('value'), { maxKeys: 4 }),
    value: fc.oneof(
      { maxDepth: 4 },
      secret,
      fc.string(),
      fc.constantFrom(1, true, null, undefined),
      tie('request'),
      fc.array(tie('value'), { maxLength: 3 }),
    ),
  }))

  it('are restored whatever the request looks like, each to its own field', async () => {
    await fc.assert(
      fc.asyncProperty(request, async (any) => {
        const expected = accountsByPath(any)
        const made = sealAccounts(any, key, vault)
        assert.equal(made === undefined, expected.size === 0)
        if (made) assert.deepEqual(await openAccounts(made, key, vault), expected)
      }),
    )
  })

  it('do not open at another merchant, order, transaction or field', async () => {
    const id = fc.string({ minLength: 1, maxLength: 12 })
    const keys = fc.record({ merchantId: id, orderId: id, transactionId: id })
    await fc.assert(
      fc.asyncProperty(keys, keys, async (own, other) => {
        const made = sealAccounts(payment, own, vault) ?? assert.fail('nothing was sealed')
        for (const member of ['merchantId', 'orderId', 'transactionId'] as const) {
          const moved = { ...own, [member]: other[member] }
          if (moved[member] === own[member]) assert.equal((await openAccounts(made, moved, vault)).size, 4)
          else await assert.rejects(openAccounts(made, moved, vault))
        }
        await assert.rejects(openAccounts(made, { ...own, orderId: own.orderId + own.transactionId }, vault))
        const { merchantId, orderId, transactionId } = own
        await assert.rejects(vault.open(made, [merchantId, 'transactions', orderId, transactionId, 'request']))
        await assert.rejects(vault.open(made, [merchantId, 'tokens', orderId, transactionId, 'accounts']))
      }),
    )
  })
})

/** An independent implementation, with a list of places still to visit. */
function accountsByPath(request: object): ReadonlyMap<string, string> {
  const clearValues = new Map<string, string>()
  const ahead: [string, unknown][] = Object.entries(request)
  while (ahead.length > 0) {
    const [path, value] = ahead.pop() ?? assert.fail()
    if (value instanceof Secret) {
      if (value.kind === 'ACCOUNT' || value.kind === 'BANK_ACCOUNT') clearValues.set(path, value.open())
    } else if (Array.isArray(value)) ahead.push(...value.map((item, at): [string, unknown] => [`${path}[${at}]`, item]))
    else if (typeof value === 'object' && value !== null)
      ahead.push(...Object.entries(value).map(([at, item]): [string, unknown] => [`${path}.${at}`, item]))
  }
  return clearValues
}
