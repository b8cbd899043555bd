// What is checked on every page of the console: its states, its dialogs, and the results of users' actions.
import type { Page } from 'playwright-core'
import type { ConsoleUser } from '../clients/console.ts'
import { fillSignIn } from './console-browser.ts'
import { type FilledMerchant, longOrderId } from './console-filled.ts'
import { typeCard } from './console-orders.ts'
import { consolePassword } from './console-users.ts'

type Name = string | RegExp

/** Something that is done once, and what is seen then. */
interface PageAction {
  readonly name: string
  readonly act: (page: Page, filled: FilledMerchant) => Promise<unknown>
  /** Which part of it is checked; by default the main content. */
  readonly within?: 'dialog' | 'everything'
  /** A phone alone has it. */
  readonly isNarrow?: true
}

export interface PageCheck {
  /** In the address, in place of a name that begins with a colon. */
  readonly names?: (filled: FilledMerchant) => Readonly<Record<string, string>>
  readonly search?: string
  /** The user who opens the page, unless it is the usual one of its side. */
  readonly as?: (filled: FilledMerchant) => ConsoleUser
  /** With the bar and the navigation, which are the same on every page of a side. */
  readonly isWhole?: true
  /** What the gateway refuses while the page is opened, as status and path; nothing without. */
  readonly refused?: readonly string[]
  /** What comes later than the rest of the page. */
  readonly until?: string
  /** The buttons of its dialogs; one after another leads through a menu. */
  readonly dialogs?: readonly (Name | readonly Name[])[]
  /** After the dialogs, in this order. */
  readonly actions?: readonly PageAction[]
}

const order = (orderId: string) => () => ({ orderId })
const menu = /^Actions for/
const operators = ({ operators: user }: FilledMerchant) => user

const press = (page: Page, name: Name) => page.getByRole('button', { name, exact: true }).first().click()
const confirm = (page: Page, name: Name) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
const seesMessage = (page: Page, text: Name) => page.getByText(text).first().waitFor()

/** Presses the button that opens a dialog and the dialog's own button, and waits for the message. */
const done = (button: Name, confirmation: Name, text: Name) => async (page: Page) => {
  await press(page, button)
  await confirm(page, confirmation)
  await seesMessage(page, text)
}

const navigation: PageAction = {
  name: 'navigation',
  isNarrow: true,
  within: 'everything',
  act: (page) => press(page, 'Open navigation'),
}

const userMenu: PageAction = {
  name: 'user-menu',
  within: 'everything',
  act: async (page) => {
    await press(page, /Account and sign-out/)
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
  },
}

/** Closes the one before. */
const opensMenu = (name: Name, role: 'menu' | 'dialog') => async (page: Page) => {
  await page.keyboard.press('Escape')
  await press(page, name)
  await page.getByRole(role).waitFor()
}

const searched: PageAction = {
  name: 'search-field',
  within: 'dialog',
  act: async (page) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('part')
    await page.getByRole('option').first().waitFor()
  },
}

const pays = async (page: Page, card: Readonly<Record<string, string>>, text: string) => {
  await page.locator('button[type=submit]:enabled').waitFor()
  await page.getByRole('textbox', { name: 'Amount' }).fill('12.50')
  // Not the usual one, which is on the merchant's list of suspect cards.
  await typeCard(page, { number: '5111111111111118', ...card })
  await press(page, /^Pay 12\.50/)
  await seesMessage(page, text)
}

/** By side and path, as the registry has them; several where a page has several faces. */
export const pageChecks: Readonly<Record<string, readonly PageCheck[]>> = {
  'MERCHANT /merchants/:merchantId': [
    { isWhole: true, until: '.recharts-surface', actions: [userMenu, navigation] },
    { search: '?period=days&from=2026-01-01T00:00:00.000Z&to=2026-02-01T00:00:00.000Z' },
  ],
  'MERCHANT /merchants/:merchantId/orders': [
    {
      actions: [
        { name: 'filters', act: (page) => press(page, 'More filters') },
        {
          name: 'filters-unfolded',
          isNarrow: true,
          act: (page) => press(page, 'Filters'),
        },
        { name: 'selected', act: (page) => page.getByRole('checkbox', { name: 'Select part', exact: true }).click() },
        { name: 'columns', within: 'everything', act: opensMenu('Columns', 'dialog') },
        { name: 'views', within: 'everything', act: opensMenu('Views', 'menu') },
      ],
    },
    { search: '?orderId=nothing' },
  ],
  'MERCHANT /merchants/:merchantId/orders/:orderId': [
    {
      names: order('part'),
      search: '?transaction=1',
      dialogs: ['Capture', 'Request refund', 'Void', 'Update authorization'],
      actions: [
        { name: 'captured', within: 'dialog', act: done('Capture', /^Capture 70/, 'Capture of 70.00 USD succeeded') },
        {
          name: 'asked',
          within: 'dialog',
          act: done('Request refund', /^Request refund/, 'No money has moved yet. Another user'),
        },
      ],
    },
    { names: order('held'), dialogs: ['Accept', 'Reject'] },
    { names: order('disputed'), dialogs: ['Mark as contested', 'Accept loss', 'Add note', 'Request refund'] },
    { names: order('disputed'), as: operators, dialogs: ['Record dispute', 'Record change'] },
    { names: order('lost') },
    {
      names: order('asked-too'),
      dialogs: ['Approve', 'Decline'],
      actions: [
        { name: 'approved', within: 'dialog', act: done('Approve', 'Approve', 'Refund of 40.00 USD succeeded') },
      ],
    },
    { names: order('own'), dialogs: ['Withdraw'] },
    { names: order(longOrderId) },
    { names: order('nothing'), refused: ['404 /console/api/merchants/:merchantId/orders/nothing'] },
    {
      names: order('paid'),
      as: ({ careful }) => careful,
      actions: [
        {
          name: 'stale',
          within: 'dialog',
          act: done('Request refund', /^Request refund/, 'This is a sensitive action.'),
        },
      ],
    },
  ],
  'MERCHANT /merchants/:merchantId/search': [
    { search: '?text=part' },
    { search: '?text=nothing-like-it' },
    { actions: [searched] },
  ],
  'MERCHANT /merchants/:merchantId/transactions': [{}],
  'MERCHANT /merchants/:merchantId/reviews': [
    {},
    { search: '?kind=REFUND_REQUEST', dialogs: ['Approve', 'Decline', 'Withdraw'] },
  ],
  'MERCHANT /merchants/:merchantId/disputes': [
    { dialogs: ['Mark as contested'] },
    { search: '?view=all' },
    { search: '?state=WON' },
  ],
  'MERCHANT /merchants/:merchantId/money-at-risk': [{}],
  'MERCHANT /merchants/:merchantId/pay': [
    {
      until: 'button[type=submit]:enabled',
      actions: [
        { name: 'paid', act: (page) => pays(page, {}, 'Payment of 12.50 USD succeeded') },
        {
          name: 'declined',
          act: async (page) => {
            await press(page, 'New payment')
            await pays(page, { month: '05' }, 'Payment of 12.50 USD failed')
          },
        },
      ],
    },
  ],
  'MERCHANT /merchants/:merchantId/payment-links': [
    {
      dialogs: ['Create payment link'],
      actions: [
        {
          name: 'open-amount',
          within: 'dialog',
          act: async (page) => {
            await press(page, 'Create payment link')
            const dialog = page.getByRole('dialog')
            await dialog.getByText('Payer enters amount').click()
            await dialog.getByText('Several').click()
            await dialog.getByLabel('Minimum (optional)').fill('ten')
            await confirm(page, 'Create payment link')
            await seesMessage(page, 'Enter an amount such as')
          },
        },
      ],
    },
    { search: '?state=DISABLED' },
  ],
  'MERCHANT /merchants/:merchantId/payment-links/:paymentLinkId': [
    { names: ({ paymentLinkId }) => ({ paymentLinkId }), dialogs: ['Disable'] },
  ],
  'MERCHANT /merchants/:merchantId/tokens': [{}],
  'MERCHANT /merchants/:merchantId/tokens/:token': [{ names: ({ token }) => ({ token }), dialogs: ['Delete'] }],
  'MERCHANT /merchants/:merchantId/settlement': [
    {
      dialogs: ['Close open batch'],
      actions: [{ name: 'closed', within: 'everything', act: done('Close open batch', /^Close batch/, /was closed/) }],
    },
    { search: '?currency=CHF' },
  ],
  'MERCHANT /merchants/:merchantId/settlement/:acquirerId/:batch': [
    { names: ({ batch }) => batch, until: 'text=Paid with' },
    { names: ({ batch }) => batch, search: '?currency=JPY' },
    {
      names: () => ({ acquirerId: 'NONE', batch: '1' }),
      refused: ['404 /console/api/merchants/:merchantId/batches/NONE/1'],
    },
  ],
  'MERCHANT /merchants/:merchantId/risk-rules': [{ dialogs: ['Add rule', /^Remove rule/] }],
  'MERCHANT /merchants/:merchantId/risk-cards': [{ dialogs: ['Add card from a payment', /^Remove 512345/] }],
  'MERCHANT /merchants/:merchantId/webhooks': [
    {
      dialogs: ['Show secrets', 'Rotate secrets'],
      actions: [
        {
          name: 'tested',
          act: async (page) => {
            await press(page, 'Send test')
            await seesMessage(page, 'Your server did not accept the notification')
          },
        },
        { name: 'rotating', act: done('Rotate secrets', 'Rotate secrets', 'Rotation in progress') },
      ],
    },
    { search: '?again', dialogs: ['Show secrets', 'End rotation'] },
  ],
  'MERCHANT /merchants/:merchantId/deliveries': [{ dialogs: ['Replay by time'] }],
  'MERCHANT /merchants/:merchantId/deliveries/:notificationId': [
    { names: ({ notificationId }) => ({ notificationId }) },
  ],
  'MERCHANT /merchants/:merchantId/credentials': [
    {
      dialogs: [
        'Create a reporting password',
        'Create a credential',
        'Rotate credential default 1',
        'Revoke credential default 1',
        /^Decline Credential/,
        'Register a certificate',
        /^Revoke certificate/,
      ],
      actions: [
        { name: 'revoked', act: done('Revoke credential default 2', 'Revoke', 'The credential was revoked.') },
        {
          name: 'made',
          within: 'dialog',
          act: done('Create a reporting password', 'Create', 'You will not be able to see it again'),
        },
      ],
    },
  ],
  'MERCHANT /merchants/:merchantId/wallets': [
    {
      until: 'text=Keys for Google Pay',
      dialogs: [
        'Edit',
        'Turn off',
        'Certificate request',
        'Upload a certificate',
        'Create a key',
        'Signing request',
        /^Put in use/,
        /^Remove key/,
      ],
      actions: [
        {
          name: 'key-created',
          within: 'dialog',
          act: async (page) => {
            await page.getByRole('button', { name: 'Create a key' }).last().click()
            await confirm(page, 'Create')
            await seesMessage(page, 'Register this public key in the Google Pay & Wallet Console.')
          },
        },
      ],
    },
  ],
  'MERCHANT /merchants/:merchantId/profile': [{}, { as: operators }],
  'MERCHANT /merchants/:merchantId/users': [
    {
      dialogs: [
        'Add user',
        [menu, 'Edit name and permissions'],
        [menu, 'Reset password'],
        [menu, 'Sign out everywhere'],
        [menu, 'Disable'],
        [menu, 'Remove'],
      ],
      actions: [
        {
          name: 'added',
          within: 'dialog',
          act: async (page) => {
            await press(page, 'Add user')
            await page.getByLabel('Login').fill('grace')
            await page.getByLabel('Name', { exact: true }).fill('Grace Hopper')
            await confirm(page, 'Add')
            await seesMessage(page, 'You will not be able to see it again')
          },
        },
      ],
    },
  ],
  'MERCHANT /merchants/:merchantId/audit': [{ dialogs: [/^Details/] }],
  'OPERATOR /': [{ isWhole: true, until: '.recharts-surface', actions: [navigation] }],
  'OPERATOR /money-at-risk': [{}],
  'OPERATOR /merchants': [{}],
  'OPERATOR /board': [
    {
      actions: [
        {
          name: 'acquirer',
          act: async (page) => {
            await page.getByLabel('Merchant ID').fill('CORNERSHOP')
            await page.getByLabel('Name', { exact: true }).fill('The corner shop')
            await press(page, 'Next: Acquirer')
            await page.getByRole('heading', { name: 'Providers' }).waitFor()
          },
        },
        ...['Currencies and limits', 'Page and webhooks', 'Users and credentials', 'Summary'].map((title) => ({
          name: title.toLowerCase().replaceAll(' ', '-'),
          act: (page: Page) => press(page, `Next: ${title}`),
        })),
        {
          name: 'boarded',
          within: 'dialog',
          act: async (page) => {
            await press(page, 'Create merchant')
            await seesMessage(page, 'You will not be able to see them again')
          },
        },
      ],
    },
  ],
  'OPERATOR /links': [{ dialogs: ['Create link'] }],
  'OPERATOR /links/:linkId': [{ names: () => ({ linkId: 'simulator' }), dialogs: ['Disable', 'Edit settings'] }],
  'OPERATOR /approvals': [{ dialogs: [/^Approve Change acquirer link/, /^Decline Change of the profile/] }],
  'OPERATOR /attempts': [{}],
  'OPERATOR /token-repositories': [{ dialogs: ['Create repository', /^Edit/] }],
  'OPERATOR /risk-rules': [{ dialogs: ['Add rule'] }],
  'OPERATOR /risk-cards': [{ dialogs: ['Add card from a payment'] }],
  'OPERATOR /users': [{ dialogs: ['Add user', [menu, 'Remove']] }],
  'OPERATOR /audit': [{ dialogs: [/^Details/] }],
  'OPERATOR /alerts': [{ isWhole: true, until: 'text=refundsNeedApproval', dialogs: [/^Details: Controls/] }],
  'SELF /shortcuts': [{}],
  'SELF /account': [
    {
      dialogs: ['Sign out everywhere'],
      actions: [
        {
          name: 'second-factor',
          act: async (page) => {
            await page.getByLabel('Your password').fill(consolePassword)
            await press(page, 'Set up')
            await page.getByRole('img', { name: 'QR code' }).waitFor()
          },
        },
      ],
    },
    { as: ({ operators }) => operators, until: 'text=E-mail for alerts' },
  ],
}

const signIn = (page: Page, login: string, { merchantId }: FilledMerchant, password = consolePassword) =>
  fillSignIn(page, { merchantId, login, password })

/** What the registry has not: before the sign-in, and where there is nothing to see. */
export const looksBeside: typeof pageChecks = {
  'NOBODY /': [
    {
      isWhole: true,
      actions: [
        {
          name: 'refused',
          within: 'everything',
          act: async (page, filled) => {
            await signIn(page, 'careful', filled, 'another password')
            await page.getByRole('alert').waitFor()
          },
        },
        {
          name: 'code',
          within: 'everything',
          act: async (page, filled) => {
            await signIn(page, 'careful', filled)
            await page.getByLabel('Code from your').waitFor()
          },
        },
      ],
    },
  ],
  'SELF /first': [{ isWhole: true, as: ({ newcomer }) => newcomer }],
  'SELF /nothing': [{}],
  'SELF /merchants': [{}],
}

/** Where a page of the registry is, for the merchant of these tests. */
export function addressOf(page: string, { names, search = '' }: PageCheck, filled: FilledMerchant): string {
  const given: Readonly<Record<string, string>> = { merchantId: filled.merchantId, ...names?.(filled) }
  const path = page.split(' ')[1] ?? ''
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(given[name] ?? '')) + search
}
