import type { Page } from '@playwright/test'
import { addDays } from '../../resources/define/dates.ts'
import { dayText } from '../../resources/define/show.ts'
import { expect, goTo, noteLook, openPageAs, test, today } from '../support/journey.ts'

const ahead = (days: number) => dayText(addDays(today, days))

let page: Page
test.beforeAll(async ({ browser }) => {
  page = await openPageAs(browser, 'sys_admin')
})
test.afterAll(() => page.context().close())

const held = (words: RegExp) => page.getByRole('region', { name: /^Roles of/ }).getByRole('row', { name: words })

async function choose(label: string, text: string, option = new RegExp(`^${text}`)) {
  await page.getByRole('combobox', { name: label, exact: true }).press('Enter')
  const list = page.locator('.ant-select-dropdown:visible')
  await expect(list).toBeVisible()
  await page.keyboard.type(text)
  await list.locator('.ant-select-item-option').filter({ hasText: option }).first().click()
  // The picker takes the focus back until it has closed.
  await expect(list).toHaveCount(0)
}

test('an administrator grants a role for one SBU, limits its period, ends it and removes it', async () => {
  await goTo(page, '/access-control/assign-roles')
  await expect(page.getByText('Choose a person to view and change their roles.')).toBeVisible()
  await expect(page.getByRole('link', { name: /\bqa\b/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Assign a role' })).toHaveCount(0)
  await page.getByLabel('Find a person').fill('qa')
  await page.getByRole('link', { name: /\bqa\b/ }).press('Enter')
  await expect(held(/Quality/)).toBeVisible()
  await noteLook(page)

  await page.getByRole('button', { name: 'Assign a role' }).press('Enter')
  await page.getByRole('button', { name: /Assign$/ }).click()
  await expect(page.getByText('Role is required')).toBeVisible()
  await noteLook(page)
  await choose('Role', 'CSC')
  await choose('Scope', 'One SBU')
  await page.getByRole('button', { name: /Assign$/ }).click()
  await expect(page.getByText(/Scope code is required/)).toBeVisible()
  await choose('Scope code', 'LS')
  await page.getByRole('button', { name: /Assign$/ }).click()
  await expect(held(/CSC agent SBU LS .* no end Active/)).toBeVisible()

  await page.getByRole('button', { name: 'Restrict CSC agent SBU LS' }).click()
  const [later, sooner] = [ahead(40), ahead(8)]
  await page.getByLabel('Valid to').fill(later)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /Save$/ }).click()
  await expect(held(new RegExp(`CSC agent SBU LS .* ${later}`))).toBeVisible()

  await page.getByRole('button', { name: 'Set end date CSC agent SBU LS' }).click()
  await page.getByLabel('Last day').fill(sooner)
  await page.keyboard.press('Enter')
  await expect(held(new RegExp(`CSC agent SBU LS .* ${sooner}`))).toBeVisible()

  await page.getByRole('button', { name: 'Revoke CSC agent SBU LS' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Revoke$/ })
    .press('Enter')
  await expect(held(/CSC agent/)).toHaveCount(0)
})

test('the server’s rules are shown on the screen: nobody changes their own roles', async () => {
  await goTo(page, '/access-control/assign-roles?q=sys_admin')
  await page.getByRole('link', { name: /sys_admin/ }).click()
  await page.getByRole('button', { name: 'Assign a role' }).click()
  await choose('Role', 'Auditor')
  await page.getByRole('button', { name: /Assign$/ }).click()
  await expect(page.getByText('User must be another person: you cannot change your own roles')).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
})

test('a refused person requests the right on the spot, and is answered where roles are granted', async ({
  browser,
}) => {
  const asha = await openPageAs(browser, 'asha')
  await goTo(asha, '/access-control/assign-roles')
  await asha.getByRole('button', { name: 'Request access' }).press('Enter')
  await asha.getByLabel('Reason').fill('The yearly review')
  await noteLook(asha)
  await asha.getByRole('button', { name: 'Send' }).click()
  await expect(asha.getByText('Your request is sent. You will be notified of the answer.')).toBeVisible()
  await asha.context().close()

  await goTo(page, '/access-control/assign-roles')
  await page
    .getByRole('link', { name: /^Asha .* asks to read Assign Roles until .*: The yearly review$/ })
    .press('Enter')
  const form = page.getByRole('dialog', { name: /^Assign a role to Asha/ })
  await expect(form.getByTitle('Auditor (AUDITOR)')).toBeVisible()
  await noteLook(page)
  await form.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByLabel('Reason').fill('The desk does it')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Decline$/ })
    .click()
  await expect(page.getByText(/asks to read Assign Roles/)).toHaveCount(0)
})

test('a person refused on saving sees who has the right, and requests it there', async ({ browser }) => {
  const keeper = await openPageAs(browser, 'sys_admin')
  await goTo(keeper, '/settings/customer-segment/create')
  await keeper.getByLabel('Code').fill('REFUSED')
  await keeper.getByLabel('Name').fill('Refused')
  // Another person has signed in, in another tab of the same browser.
  const rep = await openPageAs(browser, 'sales_rep')
  await keeper.context().addCookies(await rep.context().cookies())
  await keeper.getByRole('button', { name: 'Create customer segment' }).click()
  const notice = keeper.getByRole('alert').filter({ hasText: 'You have no right to create “Customer Segments”' })
  await expect(notice).toContainText(/Open to IT administrator.*\. Given by .* \(IT administrator\)\./)
  await noteLook(keeper)
  await notice.getByRole('button', { name: 'Request access' }).press('Enter')
  await keeper.getByLabel('Reason').fill('A new segment')
  await keeper.getByRole('button', { name: 'Send' }).click()
  await expect(keeper.getByText('Your request is sent. You will be notified of the answer.')).toBeVisible()
  await expect(notice).toHaveCount(0)
  await rep.context().close()
  await keeper.context().close()
})

test('the channel 13 entry shows who holds a role for channel 13', async () => {
  await goTo(page, '/channel-13-masters/assign-roles')
  await expect(page.getByText('Held for Channel 13')).toBeVisible()
  await page.getByRole('button', { name: 'Show everybody' }).click()
  await expect(page.getByText('Held for Channel 13')).toHaveCount(0)
})

test('the matrix of a role says whose rows, opens what is behind a cell, and finds who may', async () => {
  await goTo(page, '/access-control/role-matrix')
  await page.getByRole('button', { name: 'Sales executive' }).click()
  const orders = page.getByRole('row', { name: /^Orders own customers/ })
  await expect(orders).toBeVisible()
  await noteLook(page)
  await orders.getByRole('button', { name: 'own customers reads orders' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Sales executive reads orders' })).toContainText(
    'only rows of own customers',
  )
  await noteLook(page)
  await page.keyboard.press('Escape')
  await page.getByLabel('Find a right').fill('transporter keeps')
  await expect(page.getByRole('list', { name: 'Rights' }).getByRole('listitem').first()).toContainText(
    'keeps, imports and exports',
  )
  await noteLook(page)
})

test('a person and a record are explained', async () => {
  await goTo(page, '/access-control/access-explained')
  await choose('Person', 'Asha')
  await expect(page.getByRole('heading', { name: /^Roles of Asha/ })).toBeVisible()
  await choose('List', 'Customer', /^Customer$/)
  await expect(page.getByText(/^Asha .* sees .* of .* rows of Customer/)).toBeVisible()
  await choose('Row', '100')
  await expect(page.getByText(/(sees|does not see) row \d+ of Customer/)).toBeVisible()
  await noteLook(page)
})

test('the administrator looks at the portal as a sales executive, who is refused with the rule, and comes back', async () => {
  await goTo(page, '/access-control/assign-roles?q=asha')
  await page.getByRole('link', { name: /asha/ }).click()
  await page.getByRole('button', { name: 'View as' }).click()
  await page.getByLabel('Reason').fill('She misses an order')
  await page.getByRole('dialog').getByRole('button', { name: /View$/ }).press('Enter')
  const mark = page.getByRole('region', { name: 'Viewing as another person' })
  await expect(mark).toContainText('you see the portal as Asha')
  await noteLook(page)

  await goTo(page, '/access-control/assign-roles')
  await expect(page.getByRole('heading', { name: 'No access' })).toBeVisible()
  await expect(page.getByText('read, Assign Roles')).toBeVisible()
  await expect(page.getByText('IT administrator, Master data desk, Auditor', { exact: true })).toBeVisible()
  await expect(page.getByText(/\(IT administrator\)$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Request access' })).toHaveCount(0)
  await expect(mark).toBeVisible()
  await noteLook(page)

  await mark.getByRole('button', { name: 'End the view' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Assign Roles' })).toBeVisible()
  await expect(mark).toHaveCount(0)
})

test('a role that confirms waits for a second administrator, who finds, confirms and ends it with the first', async ({
  browser,
}) => {
  const person = async (who: Page, login: string) => {
    await goTo(who, `/access-control/assign-roles?q=${login}`)
    await who
      .getByRole('link', { name: new RegExp(`\\b${login}\\b`) })
      .first()
      .click()
  }
  const assign = async (login: string, role: string) => {
    await person(page, login)
    await page.getByRole('button', { name: 'Assign a role' }).click()
    await choose('Role', role)
    await page.getByRole('button', { name: /Assign$/ }).click()
  }
  // The only administrator makes another, who begins at once.
  await assign('master_admin', 'IT administrator')
  await expect(held(/^IT administrator All .* Active/)).toBeVisible()
  const second = await openPageAs(browser, 'master_admin')

  await assign('qa', 'Finance')
  await expect(page.getByText('It takes effect once another person confirms it.')).toBeVisible()
  await expect(held(/^Finance .* Waits for confirmation, proposed by Prakash Pillai/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirm Finance All' })).toHaveCount(0)
  await noteLook(page)

  await goTo(second, '/access-control/assign-roles')
  await second.getByRole('link', { name: 'Finance for Anita Ghosh, proposed by Prakash Pillai' }).click()
  await second.getByRole('button', { name: 'Confirm Finance All' }).click()
  await second.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  const row = second.getByRole('region', { name: /^Roles of/ }).getByRole('row', { name: /^Finance/ })
  await expect(row).toContainText('Active')

  await second.getByRole('button', { name: 'Revoke Finance All' }).click()
  await second
    .getByRole('dialog')
    .getByRole('button', { name: /Revoke$/ })
    .click()
  await expect(row).toContainText('Active, Revoking waits for confirmation, proposed by Sunil Kadam')
  await noteLook(second)
  await second.context().close()

  await person(page, 'qa')
  await page.getByRole('button', { name: 'Confirm Finance All' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(held(/^Finance/)).toHaveCount(0)
})
