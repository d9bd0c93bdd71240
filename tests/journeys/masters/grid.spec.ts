import type { Page } from '@playwright/test'
import { expect, findScreen, goTo, noteLook, openPageAs, test } from '../../support/journey.ts'

const LIST = '/masters/products'

let page: Page
test.beforeAll(async ({ browser }) => {
  page = await openPageAs(browser, 'meena')
})
test.afterAll(() => page.context().close())

const heads = (of: Page) => of.locator('.grid thead th[data-name] .column-label')
const focused = (of: Page) => of.locator('.grid :is(td, th):focus')
const rows = (of: Page) => of.locator('.grid tbody tr[data-id]')

async function keys(...pressed: string[]) {
  for (const key of pressed) await page.keyboard.press(key)
}

test('a grid is one tab stop, and is used with arrows, Home, End and Enter', async () => {
  await goTo(page, LIST)
  await expect(rows(page)).toHaveCount(20)
  await expect(page.locator('.grid [tabindex="0"]')).toHaveCount(1)
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).focus()
  await keys('Tab')
  await expect(focused(page)).toHaveText('LS-1001')
  await keys('ArrowDown', 'ArrowRight')
  await expect(focused(page)).toHaveText('Phosphate buffered saline 10X')
  await keys('End')
  await expect(focused(page).locator('xpath=following-sibling::td')).toHaveCount(0)
  await keys('Control+End')
  await expect(focused(page)).toBeInViewport()
  await keys('Control+Home', 'PageDown')
  await expect(focused(page)).not.toHaveText('LS-1001')
  // The focused cell is never hidden by the head or the pinned columns.
  const hidden = () =>
    focused(page).evaluate(cell => {
      const { top, left } = cell.getBoundingClientRect()
      return !cell.contains(document.elementFromPoint(left + 4, top + 4))
    })
  await expect.poll(hidden).toBe(false)
  await noteLook(page)
  await keys('Enter')
  await expect(page).toHaveURL(/\/show\/\d+$/)
  await page.goBack()
  await expect(rows(page)).toHaveCount(20)
})

test('columns are chosen, moved, widened and sorted with the keyboard alone, also for the next device', async ({
  browser,
}) => {
  await goTo(page, LIST)
  await expect(rows(page)).toHaveCount(20)
  await page.getByRole('button', { name: 'Columns' }).press('Enter')
  await expect(page.getByLabel('Find a column')).toBeFocused()
  await page.keyboard.type('shelf life')
  const box = page.locator('.chooser').getByRole('checkbox').first()
  await box.focus()
  await keys('Space')
  await expect(box).toBeChecked()
  await noteLook(page)
  const name = (await page.locator('.chooser-line').first().innerText()).trim()
  await keys('Escape')
  await expect(heads(page)).toContainText([name])

  const head = page.locator('.grid thead th', { hasText: name })
  await head.focus()
  const place = await head.evaluate((cell: HTMLTableCellElement) => cell.cellIndex)
  await keys('Control+Shift+ArrowLeft')
  await expect.poll(() => head.evaluate((cell: HTMLTableCellElement) => cell.cellIndex)).toBe(place - 1)
  const width = (await head.boundingBox())!.width
  // The key is held down: the second stroke comes before the first one is painted.
  await head.evaluate(cell => {
    const stroke = { key: 'ArrowRight', shiftKey: true, bubbles: true }
    for (let strokes = 0; strokes < 2; strokes += 1) cell.dispatchEvent(new KeyboardEvent('keydown', stroke))
  })
  await expect.poll(async () => (await head.boundingBox())!.width).toBeGreaterThan(width + 20)
  await keys('Alt+ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Pin to the left' })).toBeVisible()
  await noteLook(page)
  await page.getByRole('menuitem', { name: 'Pin to the left' }).press('Enter')
  await expect(head).toHaveClass(/is-pinned/)
  await expect(head).toBeFocused()
  // Likewise with two column heads, one after the other.
  await page.locator('.grid thead').evaluate(thead => {
    const press = (name: string, shiftKey: boolean) =>
      thead
        .querySelector(`th[data-name="${name}"]`)!
        .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', shiftKey, bubbles: true }))
    press('code', false)
    press('name', true)
  })
  await expect(page).toHaveURL(/sort=code(%2C|,)name/)
  await expect(page.locator('.grid thead sub')).toHaveText(['1', '2'])
  const keeping = page.waitForResponse(
    answer => answer.request().method() === 'POST' && answer.request().postData()?.includes('compact') === true,
  )
  await page.getByRole('button', { name: 'Compact rows' }).press('Enter')
  await expect(page.locator('.grid')).toHaveClass(/is-compact/)
  const laid = await heads(page).allInnerTexts()
  await keeping

  const device = await openPageAs(browser, 'meena')
  await goTo(device, LIST)
  await expect(rows(device)).toHaveCount(20)
  await expect(heads(device)).toHaveText(laid)
  await expect(device.locator('.grid')).toHaveClass(/is-compact/)
  await device.context().close()
})

test('a layout that could not be saved shows an error, and stays on the screen', { tag: '@proof' }, async () => {
  await goTo(page, LIST)
  await expect(rows(page)).toHaveCount(20)
  await page.route('**/api/layouts', route => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await page.getByRole('button', { name: 'Compact rows' }).press('Enter')
  await expect(page.getByText('The layout of this list was not saved.')).toBeVisible()
  await expect(page.locator('.grid')).not.toHaveClass(/is-compact/)
  await page.unroute('**/api/layouts')
})

test('a view saves filter, sort and columns under a name; its address shows when it was changed', async () => {
  await goTo(page, `${LIST}?view=0`)
  await page.getByLabel('Search').fill('grade')
  await expect(page).toHaveURL(/q=grade/)
  await page.getByRole('button', { name: /^Views/ }).press('Enter')
  await page.getByRole('menuitem', { name: /Save as a new view/ }).press('Enter')
  await page.getByLabel('Name', { exact: true }).fill('Grades')
  await expect(page.getByText('Visible to')).toHaveCount(0)
  await page.getByLabel('The list opens with it').check()
  await noteLook(page)
  await page.getByLabel('Name', { exact: true }).press('Enter')
  await expect(page).toHaveURL(/\?view=\d+$/)
  const address = page.url()
  const button = page.locator('.views-button')
  await expect(button).toHaveText('Grades')

  await page.locator('.grid thead th').first().press('Enter')
  await expect(page).toHaveURL(/changed=1/)
  await expect(button).toContainText('modified')
  await page.reload()
  await expect(button).toContainText('modified')
  await expect(page.getByLabel('Search')).toHaveValue('grade')
  await page.goBack()
  await expect(page).toHaveURL(address)
  await expect(button).toHaveText('Grades')
  await page.goForward()
  await button.press('Enter')
  await page.getByRole('menuitem', { name: 'Save “Grades”' }).press('Enter')
  await expect(button).toHaveText('Grades')
  await expect(page).toHaveURL(address)

  await goTo(page, `${LIST}?view=0&size=10`)
  await page.getByRole('listitem', { name: '2' }).click()
  await expect(page).toHaveURL(/page=2/)
  await page.reload()
  await expect(page).toHaveURL(/page=2/)
  await findScreen(page, 'Products')
  await expect(page).toHaveURL(address)
  await expect(button).toHaveText('Grades')
  await goTo(page, `${LIST}?view=999999`)
  await expect(page.getByText('was deleted or is not shared with you')).toBeVisible()
})

test('whoever shares a view is told whom it does not fit, and its reader what was left out', async ({ browser }) => {
  const admin = await openPageAs(browser, 'master_admin')
  await goTo(admin, '/access-control/customer?view=0&f.creditLimit=between.1~')
  await expect(rows(admin).first()).toBeVisible()
  await admin.getByRole('button', { name: /^Views/ }).click()
  await admin.getByRole('menuitem', { name: /Save as a new view/ }).click()
  await admin.getByLabel('Name', { exact: true }).fill('With a limit')
  await expect(admin.getByText('does not fit everyone')).toHaveCount(0)
  await admin.getByLabel('Everyone').check()
  await expect(admin.getByText(/Distributor.*: shown without .*the filter by Credit limit/)).toBeVisible()
  await expect(admin.getByText(/Transporter.*: may not open Customer/)).toBeVisible()
  await admin.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(admin).toHaveURL(/\?view=\d+$/)
  const view = new URL(admin.url()).search
  await admin.context().close()
  const buyer = await openPageAs(browser, 'customer')
  await goTo(buyer, `/access-control/customer${view}`)
  await expect(buyer.getByText('1 filter of this view is not for you.')).toBeVisible()
  await buyer.context().close()
})

test('single keys are shortcuts until the person turns them off', { tag: '@proof' }, async () => {
  await goTo(page, `${LIST}?view=0`)
  await expect(rows(page)).toHaveCount(20)
  await keys('/')
  await expect(page.getByLabel('Search')).toBeFocused()
  await keys('?')
  await expect(page.getByLabel('Search')).toHaveValue('?')
  await page.getByLabel('Search').fill('')
  await expect(page).not.toHaveURL(/q=/)
  await page.locator('.grid tbody td').first().focus()
  await keys('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await noteLook(page)
  const keeping = page.waitForResponse(
    answer => answer.request().method() === 'POST' && answer.url().endsWith('/api/layouts'),
  )
  await page.getByRole('switch').press('Space')
  await keeping
  await keys('Escape')
  await page.reload()
  await expect(rows(page)).toHaveCount(20)
  await page.locator('.grid tbody td').first().focus()
  await keys('?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await keys('ArrowDown')
  await expect(focused(page)).toBeVisible()
})

test('columns are dragged to their place and width with the mouse; checkboxes and editors handle the keys in their cells', {
  tag: '@proof',
}, async ({ browser }) => {
  const admin = await openPageAs(browser, 'master_admin')
  await goTo(admin, '/masters/department?view=0')
  await expect(rows(admin).first()).toBeVisible()
  const head = (name: string) => admin.locator(`.grid thead th[data-name="${name}"]`)
  await head('complaintEmail').dragTo(head('sbuId'), { targetPosition: { x: 4, y: 10 } })
  await expect(heads(admin)).toHaveText(['Code', 'Name', 'Complaint e-mail', 'SBU', 'Head'])
  const before = (await head('name').boundingBox())!
  await admin.mouse.move(before.x + before.width - 3, before.y + 20)
  await admin.mouse.down()
  await admin.mouse.move(before.x + before.width + 77, before.y + 20, { steps: 4 })
  await admin.mouse.up()
  await expect.poll(async () => Math.round((await head('name').boundingBox())!.width - before.width)).toBe(80)
  await admin.getByRole('button', { name: 'Full screen' }).click()
  await expect(admin.locator('.list-page')).toHaveClass(/is-full/)
  await noteLook(admin)

  await rows(admin).nth(1).locator('td[data-name="name"]').focus()
  await admin.keyboard.press('Space')
  await admin.keyboard.press('ArrowDown')
  await admin.keyboard.press('Shift+Space')
  await expect(admin.locator('.grid tr[aria-selected="true"]')).toHaveCount(2)
  await noteLook(admin)
  await admin.keyboard.press('Enter')
  await expect(admin.locator('.grid td.is-editing input')).toBeFocused()
  await admin.keyboard.press('Escape')
  await expect(focused(admin)).toHaveAttribute('data-name', 'name')
  await admin.keyboard.press('Escape')
  await expect(admin.locator('.list-page')).not.toHaveClass(/is-full/)
  await admin.context().close()
})

test('on a phone the rows are cards, with every command available', async ({ browser }) => {
  const phone = await openPageAs(browser, 'master_admin')
  await phone.setViewportSize({ width: 390, height: 844 })
  await goTo(phone, '/access-control/customer')
  const card = phone.locator('.row-card').first()
  await expect(card).toBeVisible()
  for (const target of await card.getByRole('link').or(card.getByRole('button')).all()) {
    expect((await target.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  }
  await phone.getByRole('button', { name: 'Settings of this list' }).click()
  await phone.getByLabel('Sort by').selectOption({ label: 'Name, descending' })
  await expect(phone).toHaveURL(/sort=-name/)
  await expect(card).toContainText('Yamuna Remedies')
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await noteLook(phone)
  await phone.context().close()
})

test('the cards of the master data are found by name and purpose; the channel 13 screens open with their filter', async ({
  browser,
}) => {
  const admin = await openPageAs(browser, 'master_admin')
  await goTo(admin, '/masters')
  await admin.getByLabel('Find under Master data').fill('transporters used')
  await expect(admin.locator('.cards .card')).toHaveText([/Transporter/])
  await noteLook(admin)
  await admin.getByLabel('Find under Master data').press('Enter')
  await expect(admin).toHaveURL(/\/masters\/transporter$/)
  await goTo(admin, '/masters/channel-13-masters/cnf')
  await expect(admin).toHaveURL(/access-control\/cnf\?f\.servesChannel13=eq\.true/)
  await admin.getByRole('main').getByRole('link', { name: /^New / }).click()
  const serves = { name: /Serves channel 13/ }
  await expect(admin.getByRole('switch', serves).or(admin.getByRole('checkbox', serves))).toBeChecked()
  await admin.context().close()
})
