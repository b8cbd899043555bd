// Every page of the console, one entry each: its path, its title, who may open it, and where the navigation shows it.
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { Right } from '../../../src/domain/users/user.ts'
import type { IconName } from './parts/icon.tsx'
import type { PageShape } from './parts/skeletons.tsx'

/** Of one merchant (the path begins with /merchants/:merchantId), of the operator alone, or of the signed-in user. */
export type PageAudience = 'MERCHANT' | 'OPERATOR' | 'SELF'

export const menuGroups = ['Overview', 'Payments', 'Risk', 'Integration', 'Administration'] as const

export interface ConsolePage {
  readonly path: string
  readonly title: string
  readonly side: PageAudience
  readonly right?: Right
  /** Pages without are reached from others. */
  readonly menu?: {
    readonly group: (typeof menuGroups)[number]
    readonly icon: IconName
    /** How many wait, beside the entry. */
    readonly count?: 'reviews' | 'disputes'
  }
  /** What is shown while it is loaded; a list where nothing is given. */
  readonly shape?: PageShape
  /** The parameter of the path that its title ends with. */
  readonly nameParameter?: string
  readonly Component: LazyExoticComponent<ComponentType>
}

/** Loaded on demand: the first visit loads only what it shows. */
function page<Name extends string>(load: () => Promise<Readonly<Record<Name, ComponentType>>>, name: Name) {
  return lazy(async () => ({ default: (await load())[name] }))
}

const ofMerchant = '/merchants/:merchantId'

export const pages: readonly ConsolePage[] = [
  {
    path: ofMerchant,
    title: 'Dashboard',
    side: 'MERCHANT',
    right: 'VIEW',
    menu: { group: 'Overview', icon: 'chart' },
    shape: 'DASHBOARD',
    Component: page(() => import('./pages/dashboard/dashboard-page.tsx'), 'MerchantDashboard'),
  },
  {
    path: `${ofMerchant}/orders`,
    title: 'Orders',
    side: 'MERCHANT',
    right: 'VIEW',
    menu: { group: 'Payments', icon: 'order' },
    Component: page(() => import('./pages/orders/orders-page.tsx'), 'OrdersPage'),
  },
  {
    path: `${ofMerchant}/orders/:orderId`,
    title: 'Order',
    side: 'MERCHANT',
    right: 'VIEW',
    shape: 'ORDER',
    nameParameter: 'orderId',
    Component: page(() => import('./pages/order/order-page.tsx'), 'OrderPage'),
  },
  {
    path: `${ofMerchant}/search`,
    title: 'Search',
    side: 'MERCHANT',
    right: 'VIEW',
    Component: page(() => import('./pages/search/search-page.tsx'), 'SearchPage'),
  },
  {
    path: `${ofMerchant}/transactions`,
    title: 'Transactions',
    side: 'MERCHANT',
    right: 'VIEW',
    menu: { group: 'Payments', icon: 'card' },
    Component: page(() => import('./pages/transactions/transactions-page.tsx'), 'TransactionsPage'),
  },
  {
    path: `${ofMerchant}/reviews`,
    title: 'Reviews',
    side: 'MERCHANT',
    right: 'VIEW',
    menu: { group: 'Payments', icon: 'review', count: 'reviews' },
    Component: page(() => import('./pages/reviews/reviews-page.tsx'), 'ReviewsPage'),
  },
  {
    path: `${ofMerchant}/disputes`,
    title: 'Disputes',
    side: 'MERCHANT',
    right: 'VIEW',
    menu: { group: 'Payments', icon: 'dispute', count: 'disputes' },
    Component: page(() => import('./pages/disputes/disputes-page.tsx'), 'DisputesPage'),
  },
  {
    path: `${ofMerchant}/money-at-risk`,
    title: 'Money at risk',
    side: 'MERCHANT',
    right: 'VIEW',
    Component: page(() => import('./pages/dashboard/money-at-risk-page.tsx'), 'MerchantMoneyAtRisk'),
  },
  {
    path: `${ofMerchant}/pay`,
    title: 'Take a payment',
    side: 'MERCHANT',
    right: 'PAY',
    menu: { group: 'Payments', icon: 'pay' },
    shape: 'SECTIONS',
    Component: page(() => import('./pages/pay/pay-page.tsx'), 'PayPage'),
  },
  {
    path: `${ofMerchant}/payment-links`,
    title: 'Payment links',
    side: 'MERCHANT',
    right: 'VIEW',
    menu: { group: 'Payments', icon: 'link' },
    Component: page(() => import('./pages/payment-links/payment-links-page.tsx'), 'PaymentLinksPage'),
  },
  {
    path: `${ofMerchant}/payment-links/:paymentLinkId`,
    title: 'Payment link',
    side: 'MERCHANT',
    right: 'VIEW',
    Component: page(() => import('./pages/payment-links/payment-link-page.tsx'), 'PaymentLinkPage'),
  },
  {
    path: `${ofMerchant}/tokens`,
    title: 'Tokens',
    side: 'MERCHANT',
    right: 'VIEW',
    menu: { group: 'Payments', icon: 'token' },
    Component: page(() => import('./pages/tokens/tokens-page.tsx'), 'TokensPage'),
  },
  {
    path: `${ofMerchant}/tokens/:token`,
    title: 'Token',
    side: 'MERCHANT',
    right: 'VIEW',
    shape: 'SECTIONS',
    Component: page(() => import('./pages/tokens/token-page.tsx'), 'TokenPage'),
  },
  {
    path: `${ofMerchant}/settlement`,
    title: 'Settlement',
    side: 'MERCHANT',
    right: 'VIEW',
    menu: { group: 'Payments', icon: 'settlement' },
    shape: 'SECTIONS',
    Component: page(() => import('./pages/settlement/settlement-page.tsx'), 'SettlementPage'),
  },
  {
    path: `${ofMerchant}/settlement/:acquirerId/:batch`,
    title: 'Batch',
    side: 'MERCHANT',
    right: 'VIEW',
    Component: page(() => import('./pages/settlement/batch-page.tsx'), 'BatchPage'),
  },
  {
    path: `${ofMerchant}/risk-rules`,
    title: 'Risk rules',
    side: 'MERCHANT',
    right: 'VIEW',
    menu: { group: 'Risk', icon: 'risk' },
    Component: page(() => import('./pages/risk/risk-rules-page.tsx'), 'MerchantRules'),
  },
  {
    path: `${ofMerchant}/risk-cards`,
    title: 'Card lists',
    side: 'MERCHANT',
    right: 'VIEW',
    menu: { group: 'Risk', icon: 'card' },
    Component: page(() => import('./pages/risk/risk-cards-page.tsx'), 'MerchantCards'),
  },
  {
    path: `${ofMerchant}/webhooks`,
    title: 'Webhooks',
    side: 'MERCHANT',
    right: 'VIEW',
    menu: { group: 'Integration', icon: 'webhook' },
    shape: 'SECTIONS',
    Component: page(() => import('./pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  },
  {
    path: `${ofMerchant}/deliveries`,
    title: 'Delivery log',
    side: 'MERCHANT',
    right: 'VIEW',
    menu: { group: 'Integration', icon: 'bell' },
    Component: page(() => import('./pages/webhooks/deliveries-page.tsx'), 'DeliveriesPage'),
  },
  {
    path: `${ofMerchant}/deliveries/:notificationId`,
    title: 'Notification',
    side: 'MERCHANT',
    right: 'VIEW',
    shape: 'SECTIONS',
    Component: page(() => import('./pages/webhooks/delivery-page.tsx'), 'DeliveryPage'),
  },
  {
    path: `${ofMerchant}/credentials`,
    title: 'API access',
    side: 'MERCHANT',
    right: 'CONFIGURE',
    menu: { group: 'Integration', icon: 'key' },
    Component: page(() => import('./pages/credentials/credentials-page.tsx'), 'CredentialsPage'),
  },
  {
    path: `${ofMerchant}/profile`,
    title: 'Profile',
    side: 'MERCHANT',
    right: 'VIEW',
    menu: { group: 'Administration', icon: 'settings' },
    shape: 'SECTIONS',
    Component: page(() => import('./pages/merchants/profile-page.tsx'), 'ProfilePage'),
  },
  {
    path: `${ofMerchant}/people`,
    title: 'Users',
    side: 'MERCHANT',
    right: 'MANAGE_USERS',
    menu: { group: 'Administration', icon: 'people' },
    Component: page(() => import('./pages/users/users-page.tsx'), 'MerchantUsers'),
  },
  {
    path: `${ofMerchant}/audit`,
    title: 'Audit log',
    side: 'MERCHANT',
    right: 'MANAGE_USERS',
    menu: { group: 'Administration', icon: 'audit' },
    Component: page(() => import('./pages/audit/audit-page.tsx'), 'MerchantAudit'),
  },
  {
    path: '/',
    title: 'All merchants',
    side: 'OPERATOR',
    right: 'VIEW',
    menu: { group: 'Overview', icon: 'chart' },
    shape: 'DASHBOARD',
    Component: page(() => import('./pages/dashboard/dashboard-page.tsx'), 'OperatorDashboard'),
  },
  {
    path: '/money-at-risk',
    title: 'Money at risk',
    side: 'OPERATOR',
    right: 'VIEW',
    Component: page(() => import('./pages/dashboard/money-at-risk-page.tsx'), 'OperatorMoneyAtRisk'),
  },
  {
    path: '/merchants',
    title: 'Merchants',
    side: 'OPERATOR',
    right: 'VIEW',
    menu: { group: 'Administration', icon: 'shop' },
    Component: page(() => import('./pages/merchants/merchants-page.tsx'), 'MerchantsPage'),
  },
  {
    path: '/board',
    title: 'Create merchant',
    side: 'OPERATOR',
    right: 'CONFIGURE',
    shape: 'SECTIONS',
    Component: page(() => import('./pages/boarding/board-page.tsx'), 'BoardPage'),
  },
  {
    path: '/token-repositories',
    title: 'Token repositories',
    side: 'OPERATOR',
    right: 'VIEW',
    menu: { group: 'Administration', icon: 'token' },
    Component: page(() => import('./pages/merchants/repositories-page.tsx'), 'RepositoriesPage'),
  },
  {
    path: '/links',
    title: 'Acquirer links',
    side: 'OPERATOR',
    right: 'VIEW',
    menu: { group: 'Overview', icon: 'link' },
    Component: page(() => import('./pages/links/links-page.tsx'), 'LinksPage'),
  },
  {
    path: '/links/:linkId',
    title: 'Acquirer link',
    side: 'OPERATOR',
    right: 'VIEW',
    shape: 'SECTIONS',
    Component: page(() => import('./pages/links/link-page.tsx'), 'LinkPage'),
  },
  {
    path: '/attempts',
    title: 'Manual resolution',
    side: 'OPERATOR',
    right: 'VIEW',
    menu: { group: 'Payments', icon: 'review' },
    Component: page(() => import('./pages/attempts/attempts-page.tsx'), 'AttemptsPage'),
  },
  {
    path: '/risk-rules',
    title: 'Risk rules',
    side: 'OPERATOR',
    right: 'VIEW',
    menu: { group: 'Risk', icon: 'risk' },
    Component: page(() => import('./pages/risk/risk-rules-page.tsx'), 'OperatorRules'),
  },
  {
    path: '/risk-cards',
    title: 'Suspect cards',
    side: 'OPERATOR',
    right: 'VIEW',
    menu: { group: 'Risk', icon: 'card' },
    Component: page(() => import('./pages/risk/risk-cards-page.tsx'), 'OperatorCards'),
  },
  {
    path: '/people',
    title: 'Operator users',
    side: 'OPERATOR',
    right: 'MANAGE_USERS',
    menu: { group: 'Administration', icon: 'people' },
    Component: page(() => import('./pages/users/users-page.tsx'), 'OperatorUsers'),
  },
  {
    path: '/audit',
    title: 'Audit log',
    side: 'OPERATOR',
    right: 'MANAGE_USERS',
    menu: { group: 'Administration', icon: 'audit' },
    Component: page(() => import('./pages/audit/audit-page.tsx'), 'OperatorAudit'),
  },
  {
    path: '/shortcuts',
    title: 'Keyboard shortcuts',
    side: 'SELF',
    Component: page(() => import('./pages/shortcuts/shortcuts-page.tsx'), 'ShortcutsPage'),
  },
  {
    path: '/account',
    title: 'Your account',
    side: 'SELF',
    shape: 'SECTIONS',
    Component: page(() => import('./pages/account/account-page.tsx'), 'AccountPage'),
  },
]
