import type { Browser, Page } from '@playwright/test'
import { copyWaiting } from '../../support/dispatches/waiting-copies.ts'
import { expect, goTo, noteLook, openPageAs, test } from '../../support/journey.ts'
import { counted, expectAtMost } from '../../support/journeys/counted.ts'

// How few keys an LR takes over invoices that are found, scanned or taken with their whole ship-to, and that nothing that
// was typed is lost on the way. The counts are the events that the browser gives the page.

const SHIP_TO = '200101'
const OTHER_SHIP_TO = '200102'
/** The invoice that waited first; what is copied from it waits, whatever became of it. */
let model: string | undefined

/** The page of the desk, opened with these many copies of an invoice that waits. */
async function openDesk(browser: Browser, prefix: string, count: number, shipTo = SHIP_TO) {
  const page = await openPageAs(browser, 'dispatch')
  model ??= (await (await page.request.get('/api/waiting-invoices')).json()).groups[0].invoices[0].invoiceNo
  const numbers = copyWaiting(model!, prefix, count, shipTo)
  const taken = await counted(page)
  await goTo(page, '/dispatches/add-lr-details')
  await expect(find(page)).toBeFocused()
  return { page, taken, numbers }
}

const find = (page: Page) => page.getByLabel('Find or scan')
const lrNo = (page: Page) => page.getByLabel('LR no')
const chosen = (page: Page) => page.getByRole('list', { name: 'Selected' }).getByRole('listitem')
const answer = (page: Page, text: string) => expect(page.locator('#lr-find-answer')).toContainText(text)

/** The invoices of an LR that was saved. */
async function invoicesOf(page: Page, no: string): Promise<string[]> {
  const [{ id }] = (await (await page.request.get(`/api/lrs?lrNo=${no}`)).json()).data
  const { data } = await (await page.request.get(`/api/lr-lines?lrId=${id}&$sort[id]=1&$limit=100`)).json()
  return data.map(({ texts }: { texts: { invoiceId: string } }) => texts.invoiceId)
}

test('an LR with its vehicle for 5 of 42 invoices of a ship-to takes no mouse and at most 60 keys', async ({
  browser,
}) => {
  const { page, taken, numbers } = await openDesk(browser, 'FK', 42)
  for (const number of ['FK0004', 'FK0011', 'FK0012', 'FK0030', 'FK0042']) {
    await page.keyboard.type(number.slice(2))
    await page.keyboard.press('Enter')
    await answer(page, `${number} is selected.`)
    await expect(find(page)).toHaveValue('')
  }
  await expect(chosen(page)).toHaveCount(5)
  await noteLook(page)
  await page.keyboard.press('Alt+l')
  await expect(lrNo(page)).toBeFocused()
  await page.keyboard.type('FK501')
  const vehicle = page.getByLabel('Vehicle no')
  for (let stop = 0; stop < 14 && !(await vehicle.evaluate(box => box === document.activeElement)); stop++)
    await page.keyboard.press('Tab')
  await page.keyboard.type('MH04KX1234')
  await page.keyboard.press('Enter')
  await expect(page.getByText('LR FK501 is saved.').first()).toBeVisible()
  expectAtMost(taken, { clicks: 0, keys: 60 })
  expect(await invoicesOf(page, 'FK501')).toEqual([3, 10, 11, 29, 41].map(at => numbers[at]))
  await expect(find(page)).toBeFocused()
  await page.context().close()
})

test('an LR for a whole ship-to takes no mouse and at most 10 keys', async ({ browser }) => {
  const { page, taken } = await openDesk(browser, 'GK', 3)
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('[data-group]').first()).toBeFocused()
  const group = page.locator('.lr-group').first()
  const count = await group.locator('[data-row]').count()
  expect(count).toBeGreaterThan(2)
  await page.keyboard.press('Enter')
  await expect(lrNo(page)).toBeFocused()
  await page.keyboard.type('GK502')
  await page.keyboard.press('Enter')
  await expect(page.getByText('LR GK502 is saved.').first()).toBeVisible()
  expectAtMost(taken, { clicks: 0, keys: 10 })
  expect(await invoicesOf(page, 'GK502')).toHaveLength(count)
  await page.context().close()
})

test('an LR takes a hundred invoices of a ship-to that has more, and says so', async ({ browser }) => {
  const { page } = await openDesk(browser, 'HK', 101, OTHER_SHIP_TO)
  await page.keyboard.type('HK')
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('[data-group]').first()).toBeFocused()
  await expect(page.locator('.lr-group-sums')).toContainText('101 invoices')
  await page.keyboard.press('Enter')
  await expect(lrNo(page)).toBeFocused()
  await expect(chosen(page)).toHaveCount(100)
  await expect(page.getByText('An LR takes at most 100 invoices: make another for the rest.')).toBeVisible()
  await page
    .getByRole('button', { name: /^Leave out / })
    .first()
    .click()
  await expect(chosen(page)).toHaveCount(99)
  await page.context().close()
})

test('what was typed stays when invoices are scanned, ticked and left out, and the focus stays where it is', async ({
  browser,
}) => {
  const { page, numbers } = await openDesk(browser, 'TK', 5)
  const scan = async (number: string) => {
    await page.keyboard.type(number)
    await page.keyboard.press('Enter')
  }
  await scan(numbers[0]!)
  await answer(page, `${numbers[0]} is selected.`)
  const packages = page.getByRole('textbox', { name: 'Packages', exact: true })
  const ofOne = Number(await packages.inputValue())
  await page.keyboard.press('Alt+l')
  await expect(lrNo(page)).toBeFocused()
  await page.keyboard.type('TK503')
  await page.getByLabel('Charged weight').fill('99')
  await page.getByLabel('Vehicle no').fill('MH04TK1234')
  await page.keyboard.press('Escape')
  await expect(find(page)).toBeFocused()

  // A scanner sends the next number while the last one is looked up.
  for (const number of numbers.slice(1, 4)) await scan(number)
  await expect(chosen(page)).toHaveCount(4)
  await expect(find(page)).toBeFocused()
  await scan(numbers[2]!)
  await answer(page, `${numbers[2]} is selected already.`)
  await expect(packages).toHaveValue(`${4 * ofOne}`)
  await find(page).fill('TK')
  await expect(page.locator('[data-row]')).toHaveCount(5)
  const boxOf = (number: string) => page.getByRole('checkbox', { name: new RegExp(number) })
  await boxOf(numbers[4]!).focus()
  await page.keyboard.press('Space')
  await expect(packages).toHaveValue(`${5 * ofOne}`)
  await expect(boxOf(numbers[4]!)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(packages).toHaveValue(`${4 * ofOne}`)
  await expect(boxOf(numbers[4]!)).toBeFocused()
  await page.getByRole('button', { name: `Leave out ${numbers[3]}` }).click()
  await expect(packages).toHaveValue(`${3 * ofOne}`)
  await expect(lrNo(page)).toHaveValue('TK503')
  await expect(page.getByLabel('Charged weight')).toHaveValue('99')
  await expect(page.getByLabel('Vehicle no')).toHaveValue('MH04TK1234')

  await page.reload()
  await expect(page.getByText('The LR that you had begun before the page was loaded again is back.')).toBeVisible()
  await expect(chosen(page)).toHaveCount(3)
  await expect(lrNo(page)).toHaveValue('TK503')
  await expect(page.getByLabel('Charged weight')).toHaveValue('99')
  await page.context().close()
})

test('an invoice that somebody else takes leaves the LR alone, and the rest of it stays', async ({ browser }) => {
  const { page, numbers } = await openDesk(browser, 'OK', 3)
  for (const number of numbers) {
    await page.keyboard.type(number)
    await page.keyboard.press('Enter')
  }
  await expect(chosen(page)).toHaveCount(3)
  await page.keyboard.press('Alt+l')
  await expect(lrNo(page)).toBeFocused()
  await page.keyboard.type('OK504')

  const other = await openPageAs(browser, 'dispatch')
  await goTo(other, '/dispatches/add-lr-details')
  await expect(find(other)).toBeFocused()
  await other.keyboard.type(numbers[1]!)
  await other.keyboard.press('Enter')
  await answer(other, `${numbers[1]} is selected.`)
  await other.keyboard.press('Alt+l')
  await expect(lrNo(other)).toBeFocused()
  await other.keyboard.type('OK505')
  await other.keyboard.press('Enter')
  await expect(other.getByText('LR OK505 is saved.').first()).toBeVisible()
  await find(other).fill(numbers[1]!)
  await other.keyboard.press('Enter')
  await answer(other, `Invoice ${numbers[1]} is on LR OK505 of `)
  await other.context().close()

  // The news of it arrives without a key.
  await expect(page.getByText(`Invoice ${numbers[1]} is on LR OK505 of `)).toBeVisible()
  await expect(chosen(page)).toHaveCount(2)
  await expect(lrNo(page)).toHaveValue('OK504')
  await page.getByRole('button', { name: 'Save LR' }).click()
  await expect(page.getByText('LR OK504 is saved.').first()).toBeVisible()
  expect(await invoicesOf(page, 'OK504')).toEqual([numbers[0], numbers[2]])
  await page.context().close()
})

test('on a phone the invoices are touched, then the LR is entered as a step of its own', async ({ browser }) => {
  const { page, numbers } = await openDesk(browser, 'PK', 3)
  await page.setViewportSize({ width: 390, height: 844 })
  await find(page).fill('PK')
  for (const number of numbers.slice(0, 2)) await page.getByRole('checkbox', { name: new RegExp(number) }).click()
  await expect(lrNo(page)).toBeHidden()
  await noteLook(page)
  await page.getByRole('button', { name: 'Enter LR for 2 invoices' }).click()
  await lrNo(page).fill('PK506')
  await page.getByRole('button', { name: 'Back to the invoices' }).click()
  await page.getByRole('checkbox', { name: new RegExp(numbers[2]!) }).click()
  await page.getByRole('button', { name: 'Enter LR for 3 invoices' }).click()
  await expect(lrNo(page)).toHaveValue('PK506')
  await noteLook(page)
  await page.getByRole('button', { name: 'Save LR' }).click()
  await expect(page.getByText('LR PK506 is saved.').first()).toBeVisible()
  expect(await invoicesOf(page, 'PK506')).toEqual(numbers)
  await page.context().close()
})
