// Every page of the console, one entry each: its path, its title, who may open it, and where the navigation shows it.
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { Permission } from '../../../src/kernel/user.ts'
import { loadPart } from './api/load-part.ts'
import { loadTexts } from './language/load-texts.ts'
import { english } from './language/text.ts'
import type { IconName } from './parts/icon.tsx'
import type { PageShape } from './parts/skeletons.tsx'

/** Of one merchant (the path begins with /merchants/:merchantId), of the operator alone, or of the signed-in user. */
export type PageAudience = 'MERCHANT' | 'OPERATOR' | 'SELF'

export const menuGroups = [
  english('Overview'),
  english('Payments'),
  english('Risk'),
  english('Integration'),
  english('Administration'),
] as const

export interface ConsolePage {
  readonly path: string
  readonly title: string
  readonly side: PageAudience
  readonly permission?: Permission
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

/** Loaded on demand: the first visit loads only what it shows. The texts come first, since tables of them are made by then. */
function page<Name extends string>(
  areas: readonly string[],
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
) {
  return lazy(() =>
    loadPart(async () => {
      await loadTexts(...areas)
      return { default: (await load())[name] }
    }),
  )
}

const ofMerchant = '/merchants/:merchantId'

export const pages: readonly ConsolePage[] = [
  {
    path: ofMerchant,
    title: english('Dashboard'),
    side: 'MERCHANT',
    permission: 'VIEW',
    menu: { group: english('Overview'), icon: 'chart' },
    shape: 'DASHBOARD',
    Component: page(['dashboard'], () => import('./pages/dashboard/dashboard-page.tsx'), 'MerchantDashboard'),
  },
  {
    path: `${ofMerchant}/orders`,
    title: english('Orders'),
    side: 'MERCHANT',
    permission: 'VIEW',
    menu: { group: english('Payments'), icon: 'order' },
    Component: page(['orders'], () => import('./pages/orders/orders-page.tsx'), 'OrdersPage'),
  },
  {
    path: `${ofMerchant}/orders/:orderId`,
    title: english('Order'),
    side: 'MERCHANT',
    permission: 'VIEW',
    shape: 'ORDER',
    nameParameter: 'orderId',
    Component: page(['order', 'disputes'], () => import('./pages/order/order-page.tsx'), 'OrderPage'),
  },
  {
    path: `${ofMerchant}/search`,
    title: english('Search'),
    side: 'MERCHANT',
    permission: 'VIEW',
    Component: page(['search', 'orders'], () => import('./pages/search/search-page.tsx'), 'SearchPage'),
  },
  {
    path: `${ofMerchant}/transactions`,
    title: english('Transactions'),
    side: 'MERCHANT',
    permission: 'VIEW',
    menu: { group: english('Payments'), icon: 'card' },
    Component: page(
      ['transactions', 'orders'],
      () => import('./pages/transactions/transactions-page.tsx'),
      'TransactionsPage',
    ),
  },
  {
    path: `${ofMerchant}/reviews`,
    title: english('Reviews'),
    side: 'MERCHANT',
    permission: 'VIEW',
    menu: { group: english('Payments'), icon: 'review', count: 'reviews' },
    Component: page(
      ['reviews', 'order', 'credentials', 'approvals'],
      () => import('./pages/reviews/reviews-page.tsx'),
      'ReviewsPage',
    ),
  },
  {
    path: `${ofMerchant}/disputes`,
    title: english('Disputes'),
    side: 'MERCHANT',
    permission: 'VIEW',
    menu: { group: english('Payments'), icon: 'dispute', count: 'disputes' },
    Component: page(['disputes'], () => import('./pages/disputes/disputes-page.tsx'), 'DisputesPage'),
  },
  {
    path: `${ofMerchant}/money-at-risk`,
    title: english('Money at risk'),
    side: 'MERCHANT',
    permission: 'VIEW',
    Component: page(
      ['dashboard', 'orders'],
      () => import('./pages/dashboard/money-at-risk-page.tsx'),
      'MerchantMoneyAtRisk',
    ),
  },
  {
    path: `${ofMerchant}/pay`,
    title: english('Take a payment'),
    side: 'MERCHANT',
    permission: 'PAY',
    menu: { group: english('Payments'), icon: 'pay' },
    shape: 'SECTIONS',
    Component: page(['pay', 'order'], () => import('./pages/pay/pay-page.tsx'), 'PayPage'),
  },
  {
    path: `${ofMerchant}/payment-links`,
    title: english('Payment links'),
    side: 'MERCHANT',
    permission: 'VIEW',
    menu: { group: english('Payments'), icon: 'link' },
    Component: page(
      ['payment-links', 'order', 'orders', 'merchants'],
      () => import('./pages/payment-links/payment-links-page.tsx'),
      'PaymentLinksPage',
    ),
  },
  {
    path: `${ofMerchant}/payment-links/:paymentLinkId`,
    title: english('Payment link'),
    side: 'MERCHANT',
    permission: 'VIEW',
    Component: page(
      ['payment-links', 'orders'],
      () => import('./pages/payment-links/payment-link-page.tsx'),
      'PaymentLinkPage',
    ),
  },
  {
    path: `${ofMerchant}/tokens`,
    title: english('Tokens'),
    side: 'MERCHANT',
    permission: 'VIEW',
    menu: { group: english('Payments'), icon: 'token' },
    Component: page(['tokens'], () => import('./pages/tokens/tokens-page.tsx'), 'TokensPage'),
  },
  {
    path: `${ofMerchant}/tokens/:token`,
    title: english('Token'),
    side: 'MERCHANT',
    permission: 'VIEW',
    shape: 'SECTIONS',
    Component: page(['tokens'], () => import('./pages/tokens/token-page.tsx'), 'TokenPage'),
  },
  {
    path: `${ofMerchant}/settlement`,
    title: english('Settlement'),
    side: 'MERCHANT',
    permission: 'VIEW',
    menu: { group: english('Payments'), icon: 'settlement' },
    shape: 'SECTIONS',
    Component: page(['settlement'], () => import('./pages/settlement/settlement-page.tsx'), 'SettlementPage'),
  },
  {
    path: `${ofMerchant}/settlement/:acquirerId/:batch`,
    title: english('Batch'),
    side: 'MERCHANT',
    permission: 'VIEW',
    Component: page(['settlement', 'orders'], () => import('./pages/settlement/batch-page.tsx'), 'BatchPage'),
  },
  {
    path: `${ofMerchant}/risk-rules`,
    title: english('Risk rules'),
    side: 'MERCHANT',
    permission: 'VIEW',
    menu: { group: english('Risk'), icon: 'risk' },
    Component: page(
      ['risk', 'approvals', 'credentials'],
      () => import('./pages/risk/risk-rules-page.tsx'),
      'MerchantRules',
    ),
  },
  {
    path: `${ofMerchant}/risk-cards`,
    title: english('Card lists'),
    side: 'MERCHANT',
    permission: 'VIEW',
    menu: { group: english('Risk'), icon: 'card' },
    Component: page(['risk'], () => import('./pages/risk/risk-cards-page.tsx'), 'MerchantCards'),
  },
  {
    path: `${ofMerchant}/webhooks`,
    title: english('Webhooks'),
    side: 'MERCHANT',
    permission: 'VIEW',
    menu: { group: english('Integration'), icon: 'webhook' },
    shape: 'SECTIONS',
    Component: page(['webhooks'], () => import('./pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  },
  {
    path: `${ofMerchant}/deliveries`,
    title: english('Delivery log'),
    side: 'MERCHANT',
    permission: 'VIEW',
    menu: { group: english('Integration'), icon: 'bell' },
    Component: page(['webhooks', 'orders'], () => import('./pages/webhooks/deliveries-page.tsx'), 'DeliveriesPage'),
  },
  {
    path: `${ofMerchant}/deliveries/:notificationId`,
    title: english('Notification'),
    side: 'MERCHANT',
    permission: 'VIEW',
    shape: 'SECTIONS',
    Component: page(['webhooks'], () => import('./pages/webhooks/delivery-page.tsx'), 'DeliveryPage'),
  },
  {
    path: `${ofMerchant}/credentials`,
    title: english('API access'),
    side: 'MERCHANT',
    permission: 'CONFIGURE',
    menu: { group: english('Integration'), icon: 'key' },
    Component: page(
      ['credentials', 'approvals'],
      () => import('./pages/credentials/credentials-page.tsx'),
      'CredentialsPage',
    ),
  },
  {
    path: `${ofMerchant}/wallets`,
    title: english('Wallets'),
    side: 'MERCHANT',
    permission: 'VIEW',
    menu: { group: english('Integration'), icon: 'wallet' },
    shape: 'SECTIONS',
    Component: page(['wallets'], () => import('./pages/wallets/wallets-page.tsx'), 'WalletsPage'),
  },
  {
    path: `${ofMerchant}/profile`,
    title: english('Profile'),
    side: 'MERCHANT',
    permission: 'VIEW',
    menu: { group: english('Administration'), icon: 'settings' },
    shape: 'SECTIONS',
    Component: page(
      ['merchants', 'approvals', 'credentials'],
      () => import('./pages/merchants/profile-page.tsx'),
      'ProfilePage',
    ),
  },
  {
    path: `${ofMerchant}/users`,
    title: english('Users'),
    side: 'MERCHANT',
    permission: 'MANAGE_USERS',
    menu: { group: english('Administration'), icon: 'users' },
    Component: page(
      ['users', 'approvals', 'credentials'],
      () => import('./pages/users/users-page.tsx'),
      'MerchantUsers',
    ),
  },
  {
    path: `${ofMerchant}/audit`,
    title: english('Audit log'),
    side: 'MERCHANT',
    permission: 'MANAGE_USERS',
    menu: { group: english('Administration'), icon: 'audit' },
    Component: page(['audit'], () => import('./pages/audit/audit-page.tsx'), 'MerchantAudit'),
  },
  {
    path: '/',
    title: english('All merchants'),
    side: 'OPERATOR',
    permission: 'VIEW',
    menu: { group: english('Overview'), icon: 'chart' },
    shape: 'DASHBOARD',
    Component: page(['dashboard'], () => import('./pages/dashboard/dashboard-page.tsx'), 'OperatorDashboard'),
  },
  {
    path: '/alerts',
    title: english('Alerts'),
    side: 'OPERATOR',
    permission: 'VIEW',
    menu: { group: english('Overview'), icon: 'bell' },
    Component: page(['alerts', 'audit'], () => import('./pages/alerts/alerts-page.tsx'), 'AlertsPage'),
  },
  {
    path: '/money-at-risk',
    title: english('Money at risk'),
    side: 'OPERATOR',
    permission: 'VIEW',
    Component: page(
      ['dashboard', 'orders'],
      () => import('./pages/dashboard/money-at-risk-page.tsx'),
      'OperatorMoneyAtRisk',
    ),
  },
  {
    path: '/merchants',
    title: english('Merchants'),
    side: 'OPERATOR',
    permission: 'VIEW',
    menu: { group: english('Administration'), icon: 'shop' },
    Component: page(['merchants'], () => import('./pages/merchants/merchants-page.tsx'), 'MerchantsPage'),
  },
  {
    path: '/board',
    title: english('Create merchant'),
    side: 'OPERATOR',
    permission: 'CONFIGURE',
    shape: 'SECTIONS',
    Component: page(
      ['boarding', 'merchants', 'credentials'],
      () => import('./pages/boarding/board-page.tsx'),
      'BoardPage',
    ),
  },
  {
    path: '/token-repositories',
    title: english('Token repositories'),
    side: 'OPERATOR',
    permission: 'VIEW',
    menu: { group: english('Administration'), icon: 'token' },
    Component: page(['merchants'], () => import('./pages/merchants/repositories-page.tsx'), 'RepositoriesPage'),
  },
  {
    path: '/links',
    title: english('Acquirer links'),
    side: 'OPERATOR',
    permission: 'VIEW',
    menu: { group: english('Overview'), icon: 'link' },
    Component: page(['links', 'approvals', 'credentials'], () => import('./pages/links/links-page.tsx'), 'LinksPage'),
  },
  {
    path: '/links/:linkId',
    title: english('Acquirer link'),
    side: 'OPERATOR',
    permission: 'VIEW',
    shape: 'SECTIONS',
    Component: page(['links', 'approvals', 'credentials'], () => import('./pages/links/link-page.tsx'), 'LinkPage'),
  },
  {
    path: '/attempts',
    title: english('Manual resolution'),
    side: 'OPERATOR',
    permission: 'VIEW',
    menu: { group: english('Payments'), icon: 'review' },
    Component: page(['attempts'], () => import('./pages/attempts/attempts-page.tsx'), 'AttemptsPage'),
  },
  {
    path: '/approvals',
    title: english('Approvals'),
    side: 'OPERATOR',
    permission: 'VIEW',
    menu: { group: english('Administration'), icon: 'review' },
    Component: page(
      ['approvals', 'credentials'],
      () => import('./pages/approvals/approvals-page.tsx'),
      'ApprovalsPage',
    ),
  },
  {
    path: '/risk-rules',
    title: english('Risk rules'),
    side: 'OPERATOR',
    permission: 'VIEW',
    menu: { group: english('Risk'), icon: 'risk' },
    Component: page(
      ['risk', 'approvals', 'credentials'],
      () => import('./pages/risk/risk-rules-page.tsx'),
      'OperatorRules',
    ),
  },
  {
    path: '/risk-cards',
    title: english('Suspect cards'),
    side: 'OPERATOR',
    permission: 'VIEW',
    menu: { group: english('Risk'), icon: 'card' },
    Component: page(['risk'], () => import('./pages/risk/risk-cards-page.tsx'), 'OperatorCards'),
  },
  {
    path: '/users',
    title: english('Operator users'),
    side: 'OPERATOR',
    permission: 'MANAGE_USERS',
    menu: { group: english('Administration'), icon: 'users' },
    Component: page(
      ['users', 'approvals', 'credentials'],
      () => import('./pages/users/users-page.tsx'),
      'OperatorUsers',
    ),
  },
  {
    path: '/audit',
    title: english('Audit log'),
    side: 'OPERATOR',
    permission: 'MANAGE_USERS',
    menu: { group: english('Administration'), icon: 'audit' },
    Component: page(['audit'], () => import('./pages/audit/audit-page.tsx'), 'OperatorAudit'),
  },
  {
    path: '/shortcuts',
    title: english('Keyboard shortcuts'),
    side: 'SELF',
    Component: page(['shortcuts'], () => import('./pages/shortcuts/shortcuts-page.tsx'), 'ShortcutsPage'),
  },
  {
    path: '/account',
    title: english('Your account'),
    side: 'SELF',
    shape: 'SECTIONS',
    Component: page(['account'], () => import('./pages/account/account-page.tsx'), 'AccountPage'),
  },
]
