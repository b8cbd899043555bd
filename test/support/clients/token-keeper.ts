// A merchant's program that keeps payment details under tokens, in a repository of a test's own.
import assert from 'node:assert/strict'
import type { MerchantProfile } from '../../../src/merchants/rules/merchant.ts'
import type { TokenRepository } from '../../../src/merchants/rules/token-repository.ts'
import { boardMerchant } from '../fixtures/merchants.ts'
import { testPassword } from '../gateway/database.ts'
import type { TestGateway } from '../gateway/gateway.ts'
import { type ApiResponse, apiPath, type Body, send } from './client.ts'

export interface TokenKeeper {
  readonly merchant: string
  readonly repositoryId: string
  post(body: object, version?: number): Promise<ApiResponse>
  put(name: string, body: object, version?: number): Promise<ApiResponse>
  get(name: string, version?: number, query?: string): Promise<ApiResponse>
  remove(name: string, query?: string): Promise<ApiResponse>
  search(body: object, version?: number): Promise<ApiResponse>
  /** The body of a response to a token that was stored. */
  made(response: Promise<ApiResponse>, status?: number): Promise<Body>
}

export async function openTokenKeeper(
  gateway: TestGateway,
  { profile, repository }: { profile?: Partial<MerchantProfile>; repository?: Partial<TokenRepository> } = {},
): Promise<TokenKeeper> {
  const merchant = await boardMerchant(gateway, {
    profile: { verificationStrategy: 'NONE', ...profile },
    ...(repository && { repository }),
  })
  const ask = (method: string, rest: string, body?: object, version = 100) =>
    send(gateway.listeners.httpUrl ?? '', {
      method,
      path: apiPath(rest, { merchant: merchant.id, version }),
      login: `merchant.${merchant.id}:${testPassword}`,
      ...(body && { body }),
    })
  return {
    merchant: merchant.id,
    repositoryId: merchant.tokenRepository.id,
    post: (body, version) => ask('POST', '/token', body, version),
    put: (name, body, version) => ask('PUT', `/token/${name}`, body, version),
    get: (name, version, query = '') => ask('GET', `/token/${name}${query}`, undefined, version),
    remove: (name, query = '') => ask('DELETE', `/token/${name}${query}`),
    search: (body, version) => ask('POST', '/tokenSearch', body, version),
    async made(response, status = 201) {
      const { status: answered, body, text } = await response
      assert.deepEqual([answered, body.result], [status, 'SUCCESS'], text)
      return body
    },
  }
}

/** A card to store. */
export function cardBody(number = '5123450000000008', differences: object = {}): object {
  return {
    sourceOfFunds: { type: 'CARD', provided: { card: { number, expiry: { month: '1', year: '39' } } } },
    ...differences,
  }
}

export const cards = {
  mastercard: '5123450000000008',
  otherMastercard: '2223000000000007',
  visa: '4508750015741019',
  amex: '345678901234564',
} as const

export const sources = {
  GIFT_CARD: {
    type: 'GIFT_CARD',
    provided: { giftCard: { number: '6280390000000050', pin: '1234', localBrand: 'BOOKS' } },
  },
  ACH: {
    type: 'ACH',
    provided: {
      ach: {
        accountType: 'CONSUMER_CHECKING',
        bankAccountHolder: 'Jo Payer',
        bankAccountNumber: '8001234567',
        routingNumber: '123456780',
        secCode: 'WEB',
      },
    },
  },
  DIRECT_DEBIT_CANADA: {
    type: 'DIRECT_DEBIT_CANADA',
    provided: {
      directDebitCanada: {
        accountType: 'CONSUMER_SAVINGS',
        bankAccountHolder: 'Jo Payer',
        bankAccountNumber: '70012345',
        financialInstitutionNumber: '003',
        transitNumber: '12345',
      },
    },
  },
  PROVIDER_A: {
    type: 'PROVIDER_A',
    provided: { providerA: { billingAgreement: { id: 'B-1234', name: 'Monthly box', cardinality: 'SINGLE' } } },
  },
} as const
