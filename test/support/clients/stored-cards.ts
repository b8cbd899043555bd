// A merchant that stores cards under tokens, and reads them and their scheme tokens.

import assert from 'node:assert/strict'
import type { MerchantProfile } from '../../../src/merchants/rules/merchant.ts'
import type { TokenRepository } from '../../../src/merchants/rules/token-repository.ts'
import { giveUpSchemeTokens, provisionSchemeTokens } from '../../../src/tokens/jobs/provision-scheme-tokens.ts'
import { verifySchemeTokens } from '../../../src/tokens/operations/scheme-tokens/verify-scheme-tokens.ts'
import type { SimulatedTokenService } from '../../../src/tokens/token-service/simulator/index.ts'
import { until } from '../checks/poll.ts'
import { boardMerchant } from '../fixtures/merchants.ts'
import { testPassword } from '../gateway/database.ts'
import type { TestGateway } from '../gateway/gateway.ts'
import { type ApiResponse, apiPath, type Body, newOrderId, payBody, send } from './client.ts'

export interface CardKeeperOptions {
  readonly profile?: Partial<MerchantProfile>
  readonly repository?: Partial<TokenRepository>
}

export type CardKeeper = Awaited<ReturnType<typeof keepCards>>

let names = 0

/** A name that no token has in this process. */
export function newTokenName(): string {
  names += 1
  return `shopper${names}`
}

/** A card by its expiry as printed, month/year, which is what the simulators decide by. */
export function printedCard(printed = '1/39', number = '5123450000000008'): object {
  const [month, year] = printed.split('/')
  return { type: 'CARD', provided: { card: { number, expiry: { month, year } } } }
}

export async function keepCards(gateway: TestGateway, { profile, repository }: CardKeeperOptions = {}) {
  const merchant = await boardMerchant(gateway, {
    profile: { verificationStrategy: 'NONE', ...profile },
    repository: { generation: 'MERCHANT_SUPPLIED', hasSchemeTokens: true, ...repository },
  })
  const url = gateway.listeners.httpUrl ?? assert.fail('the sandbox has a plain listener')
  const ask = (method: string, rest: string, body?: object): Promise<ApiResponse> =>
    send(url, {
      method,
      path: apiPath(rest, { merchant: merchant.id }),
      login: `merchant.${merchant.id}:${testPassword}`,
      ...(body && { body }),
    })

  const save = (token: string, body: object) => ask('PUT', `/token/${token}`, body)

  return {
    merchant,
    ask,
    save,

    /** Stores a card under a new name; the response's body. */
    async keep(printed = '1/39', differences: object = {}): Promise<Body> {
      const { status, body, text } = await save(newTokenName(), { sourceOfFunds: printedCard(printed), ...differences })
      assert.equal(status, 201, text)
      return body
    },

    async get(token: string): Promise<Body> {
      const { status, body, text } = await ask('GET', `/token/${token}`)
      assert.equal(status, 200, text)
      return body
    },

    async remove(token: string): Promise<void> {
      const { status, text } = await ask('DELETE', `/token/${token}`)
      assert.equal(status, 200, text)
    },

    pay: (token: string, differences: object = {}) =>
      ask('PUT', `/order/${newOrderId()}/transaction/1`, payBody({ sourceOfFunds: { token }, ...differences })),

    /** Everything the token service has for this merchant, oldest first. */
    entries: () =>
      gateway.query<{ reference: string; asked: number; status: string; given_up: number; card: string }>(
        `select reference, asked, status, given_up, card from simulated_token_service.scheme_token
         where reference like $1 order by serial`,
        [`${merchant.tokenRepository.id}:%`],
      ),
  }
}

/** Lets the jobs do now what they would do later, until the token service and we say the same and nothing is left to do. */
export async function settleSchemeTokens({
  dependencies,
  query,
}: Pick<TestGateway, 'dependencies' | 'query'>): Promise<void> {
  await until(async () => {
    await query('update tokens set scheme_due_at = now() where scheme_due_at > now()')
    await query('update scheme_tokens_given_up set due_at = now() where due_at > now()')
    await provisionSchemeTokens(dependencies)
    await giveUpSchemeTokens(dependencies)
    const [left] = await query<{ count: number }>('select count(*)::int as count from scheme_tokens_given_up')
    return left?.count === 0
  }, 'every unwanted scheme token was given up')
}

export async function assertSchemeBooksAgree({ dependencies }: Pick<TestGateway, 'dependencies'>): Promise<void> {
  // In the sandbox the token service is the simulated one, which shows its books.
  const books = dependencies.tokenService as SimulatedTokenService
  const { differences } = await verifySchemeTokens({ tokenClaims: dependencies.tokenClaims, books })
  assert.deepEqual(differences, [])
}
