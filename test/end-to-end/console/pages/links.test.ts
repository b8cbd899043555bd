// Acquirer links at the console: created, changed and tested by an operator in a browser.
import assert from 'node:assert/strict'
import {
  type ConsoleWorld,
  narrow,
  openConsoleWorld,
  takePicture,
  wide,
} from '../../../support/browser/console-browser.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import { type ConsoleUser, operatorsUser } from '../../../support/clients/console.ts'

describe('acquirer links at the console', () => {
  let world: ConsoleWorld
  let operators: ConsoleUser
  before(async () => {
    world = await openConsoleWorld({ ownGateway: true })
    operators = await operatorsUser(world.gateway)
  })
  after(() => world.stop())

  it('are created from the form of the adapter, changed by a new revision, and disabled', async () => {
    const page = await world.open('/links', { as: operators, ...wide })
    const dialog = page.getByRole('dialog')
    await page.getByRole('row', { name: /simulator.*Connected/ }).waitFor()
    await takePicture(page, 'links-wide')
    await page.getByRole('button', { name: 'Create link' }).click()
    await dialog.getByLabel('Link ID').fill('north-bank')
    await dialog.getByLabel('Adapter').first().click()
    await page.getByRole('option', { name: 'gateway', exact: true }).click()
    await dialog.getByLabel('Address of the upstream gateway').fill('http://bank.example')
    await dialog.getByLabel('API password', { exact: true }).fill('the password of the upstream')
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    await dialog.getByText(/does not have the required form/).waitFor()
    await takePicture(page, 'links-create-wide')
    await dialog.getByLabel('Address of the upstream gateway').fill('https://127.0.0.1:1')
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()

    await page.getByRole('heading', { level: 1, name: 'north-bank' }).waitFor()
    await page.getByText('Set, not shown').waitFor()
    await page.getByRole('button', { name: 'Test connection' }).click()
    await page.getByRole('alert').filter({ hasText: 'The acquirer does not respond' }).waitFor()
    await page.getByRole('button', { name: 'Edit settings' }).click()
    await dialog.getByLabel('Address of the upstream gateway').fill('https://127.0.0.1:2')
    await dialog.getByText('Existing orders stay with revision 1.').waitFor()
    await dialog.getByText('Enter its secrets again').waitFor()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.getByText('It must be entered again, because url changes.').waitFor()
    await dialog.getByLabel('API password', { exact: true }).fill('the password at the new address')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('row', { name: /^Revision 2/ }).waitFor()
    await takePicture(page, 'link-wide')
    await page.getByRole('button', { name: 'Disable' }).click()
    await dialog.getByRole('button', { name: 'Disable', exact: true }).click()
    await page.getByText('Disabled', { exact: true }).waitFor()
    assert.deepEqual(
      page.problems.filter((problem) => !/status of 422/.test(problem)),
      [],
    )
    await page.setViewportSize(narrow.viewport)
    await page.getByText('Revision 2', { exact: true }).first().waitFor()
    await takePicture(page, 'link-narrow')
    await page.close()
  })
})
