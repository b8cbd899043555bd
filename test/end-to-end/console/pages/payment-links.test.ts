// Payment links in a real browser: a clerk creates one, shares it by URL and QR code, sees that it was paid, and disables another.
import assert from 'node:assert/strict'
import type { PaymentLinkEmail, PaymentLinkEmailQueue } from '../../../../src/payment-links/ports/payment-links.ts'
import { type ConsoleWorld, openConsoleWorld, textOf } from '../../../support/browser/console-browser.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import { keepWindows } from '../../../support/browser/windows/console-windows.ts'
import { ask, type ConsoleUser, ofMerchant, signedIn } from '../../../support/clients/console.ts'
import { notEnrolledCard } from '../../../support/clients/payer.ts'
import { newPaymentLink, openPaymentLink } from '../../../support/clients/payment-links.ts'
import { boardMerchant } from '../../../support/fixtures/merchants.ts'

describe('payment links at the console', () => {
  let world: ConsoleWorld
  let merchantId: string
  let clerk: ConsoleUser

  before(async () => {
    world = keepWindows(await openConsoleWorld())
    merchantId = (await boardMerchant(world.gateway)).id
    clerk = await signedIn(world.gateway, { merchantId, permissions: ['VIEW', 'REQUEST_PAYMENT'] })
  })
  after(() => world.stop())

  const open = (rest: string, as = clerk) => world.open(ofMerchant(rest, merchantId), { as })

  it('are created in a dialog, whose link has its URL, a QR code, and the order once it is paid', async () => {
    const page = await open('/payment-links')
    await page.getByText('No payment links').waitFor()
    await page.getByRole('button', { name: 'Create payment link' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create payment link' }).click()
    await dialog.getByText('Enter an amount.').waitFor()
    await dialog.getByLabel('Description').fill('Invoice 17')
    await dialog.getByLabel('Amount', { exact: true }).fill('120.00')
    await dialog.getByLabel('Order ID (optional)').fill('INV-17')
    await dialog.getByRole('button', { name: 'Create payment link' }).click()
    await page.getByRole('heading', { name: 'Payment link', exact: true }).waitFor()
    await page.getByRole('img', { name: 'QR code of the payment link' }).waitFor()
    const paymentLinkId = page.url().split('/').at(-1) ?? ''
    const share = await textOf(page.getByRole('region', { name: 'Share' }))
    assert.ok(share.includes(`/checkout/link/${paymentLinkId}`), share)
    const own = await page.getByRole('link', { name: 'Open the payment page' }).getAttribute('href')
    assert.equal(own, `/checkout/link/${paymentLinkId}`)
    await (await openPaymentLink(world.gateway, paymentLinkId).payer()).pay(notEnrolledCard)
    await page.close()
    // The window comes back later, and reads the link again.
    const later = await open(`/payment-links/${paymentLinkId}`)
    await later.getByText('1 of 1').waitFor()
    await later.getByText('This link cannot be paid any more.').waitFor()
    await later.getByRole('table').getByRole('link', { name: 'INV-17' }).click()
    await later.getByText('Captured').first().waitFor()
    await later.close()
  })

  it('are listed by state, and disabled after a question', async () => {
    const { paymentLinkId } = await newPaymentLink(world.gateway, merchantId, { description: 'To be disabled' })
    const page = await open('/payment-links?state=OPEN')
    await page.getByRole('link', { name: /To be disabled/ }).click()
    await page.getByRole('button', { name: 'Disable', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disable payment link' }).click()
    await page.getByText('The payment link was disabled.').waitFor()
    await page.getByRole('region', { name: 'Details' }).getByText('Disabled', { exact: true }).first().waitFor()
    const { body } = await ask(world.gateway, {
      path: ofMerchant(`/payment-links/${paymentLinkId}`, merchantId),
      as: clerk,
    })
    assert.equal(body.state, 'DISABLED')
    await page.close()
  })

  it('are only shown to users without the permission', async () => {
    const { paymentLinkId } = await newPaymentLink(world.gateway, merchantId, { description: 'To be seen' })
    const viewer = await signedIn(world.gateway, { merchantId, permissions: ['VIEW'] })
    const page = await open('/payment-links', viewer)
    await page.getByText('To be seen').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Create payment link' }).count(), 0)
    await page.getByRole('link', { name: /To be seen/ }).click()
    await page.getByRole('img', { name: 'QR code of the payment link' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Disable' }).count(), 0)
    assert.ok(page.url().endsWith(paymentLinkId))
    await page.close()
  })

  it('are sent by e-mail where the gateway has a mail server, and elsewhere the page says why not', async () => {
    const { paymentLinkId } = await newPaymentLink(world.gateway, merchantId, { description: 'To be sent' })
    const without = await open(`/payment-links/${paymentLinkId}`)
    await without.getByText('The gateway has no mail server. The operator can set one up.').waitFor()
    assert.ok(await without.getByRole('button', { name: 'Send by e-mail' }).isDisabled())
    await without.close()

    const emails: PaymentLinkEmail[] = []
    const paymentLinkEmails: Partial<PaymentLinkEmailQueue> = {
      async add({ emailId, recipient }, { actor, at }) {
        emails.unshift({ emailId, recipient, state: 'PENDING', createdBy: actor, createdAt: at })
        return undefined
      },
      list: async () => emails,
    }
    const dependencies: { hasMailServer: boolean; paymentLinkEmails: Partial<PaymentLinkEmailQueue> } =
      world.gateway.dependencies
    const { paymentLinkEmails: own } = dependencies
    Object.assign(dependencies, { hasMailServer: true, paymentLinkEmails })
    try {
      // What another user's window has read is not known to this one.
      const as = await signedIn(world.gateway, { merchantId, permissions: ['VIEW', 'REQUEST_PAYMENT'] })
      const page = await open(`/payment-links/${paymentLinkId}`, as)
      await page.getByRole('button', { name: 'Send by e-mail' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Send e-mail' }).click()
      await dialog.getByText('Enter an e-mail address.').waitFor()
      await dialog.getByLabel('E-mail address of the payer').fill('jane@payer.example')
      await dialog.getByLabel('Message (optional)').fill('See evil.example')
      await dialog.getByRole('button', { name: 'Send e-mail' }).click()
      await dialog.getByText('The message must not contain web or e-mail addresses.').waitFor()
      await dialog.getByLabel('Message (optional)').fill('Thank you.')
      await dialog.getByRole('button', { name: 'Send e-mail' }).click()
      await page.getByText('The e-mail is being sent.').waitFor()
      await page.getByRole('table').getByText('jane@payer.example').waitFor()
      await page.getByRole('table').getByText('Being sent').waitFor()
      await page.close()
      dependencies.hasMailServer = false
      const later = await open(`/payment-links/${paymentLinkId}`, as)
      await later.getByRole('table').getByText('Waiting for a mail server').waitFor()
      await later.close()
    } finally {
      Object.assign(dependencies, { hasMailServer: false, paymentLinkEmails: own })
    }
  })
})
