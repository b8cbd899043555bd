// Where the reference lists each operation, and under which title. The order here is the order on the page.
import type { OperationName } from '../contract/operation.ts'

export const operationGroups = [
  'Transactions',
  'Tokens',
  'Sessions and checkout',
  'Browser payments',
  'Payer authentication',
  'Retrieval',
] as const

export type OperationGroup = (typeof operationGroups)[number]

export const operationGroupOf: Readonly<Record<OperationName, OperationGroup>> = {
  VERIFY: 'Transactions',
  AUTHORIZE: 'Transactions',
  UPDATE_AUTHORIZATION: 'Transactions',
  CAPTURE: 'Transactions',
  PAY: 'Transactions',
  REFUND: 'Transactions',
  VOID: 'Transactions',
  CLOSE_BATCH: 'Transactions',
  CREATE_TOKEN: 'Tokens',
  CREATE_OR_UPDATE_TOKEN: 'Tokens',
  RETRIEVE_TOKEN: 'Tokens',
  SEARCH_TOKENS: 'Tokens',
  DELETE_TOKEN: 'Tokens',
  CREATE_SESSION: 'Sessions and checkout',
  UPDATE_SESSION: 'Sessions and checkout',
  RETRIEVE_SESSION: 'Sessions and checkout',
  INITIATE_CHECKOUT: 'Sessions and checkout',
  CREATE_CHECKOUT_SESSION: 'Sessions and checkout',
  CREATE_PAYMENT_PAGE_SESSION: 'Sessions and checkout',
  RETRIEVE_PAYMENT_LINK: 'Sessions and checkout',
  DISABLE_PAYMENT_LINK: 'Sessions and checkout',
  DELETE_PAYMENT_LINK: 'Sessions and checkout',
  PAYMENT_OPTIONS_INQUIRY: 'Sessions and checkout',
  INITIATE_BROWSER_PAYMENT: 'Browser payments',
  UPDATE_BROWSER_PAYMENT: 'Browser payments',
  CONFIRM_BROWSER_PAYMENT: 'Browser payments',
  TOKENIZE_BROWSER_PAYMENT: 'Browser payments',
  INITIATE_AUTHENTICATION: 'Payer authentication',
  AUTHENTICATE_PAYER: 'Payer authentication',
  CHECK_3DS_ENROLLMENT: 'Payer authentication',
  PROCESS_ACS_RESULT: 'Payer authentication',
  RETRIEVE_3DS_RESULT: 'Payer authentication',
  RETRIEVE_ORDER: 'Retrieval',
  RETRIEVE_TRANSACTION: 'Retrieval',
  RETRIEVE_AGREEMENT: 'Retrieval',
  RETRIEVE_EVENTS: 'Retrieval',
}
