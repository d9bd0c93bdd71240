import type { Browser, Page } from '@playwright/test'
import { expect, goTo, noteLook, openPageAs, test } from '../../support/journey.ts'
import { withinSeconds } from '../../support/limits.ts'

const stamp = 'BOOK1'

/** How a dispatch desk works through its waiting invoices without a mouse, and puts a mistake right afterwards. */
test('a desk books its waiting goods by keyboard, and corrects an LR', async ({ browser }) => {
  const desk = await openPageAs(browser, 'dispatch')
  await test.step('each ship-to gets its LR, and the keys go on at the box above the list', () => bookAll(desk))
  await test.step('the vehicle is corrected with a reason', () => correct(desk))
  await test.step('the e-way bills stand on their board', () => board(desk))
})

test('on a phone the waiting goods and the form fit the screen', { tag: '@proof' }, ({ browser }) => onPhone(browser))

async function bookAll(desk: Page) {
  await goTo(desk, '/dispatches/add-lr-details')
  await expect(desk.getByRole('heading', { name: 'Invoices waiting for dispatch' })).toBeVisible()
  await noteLook(desk)
  const groups = desk.getByRole('button', { name: /^Enter LR for/ })
  const count = await groups.count()
  expect(count).toBeGreaterThan(0)
  const find = desk.getByLabel('Find or scan')
  await expect(find).toBeFocused()
  for (let turn = 0; turn < count; turn++) {
    await desk.keyboard.press('ArrowDown')
    await desk.keyboard.press('Enter')
    await expect(desk.getByLabel('LR no')).toBeFocused()
    await desk.keyboard.type(`KB/${stamp}/${turn}`)
    if (turn === 0) await noteLook(desk)
    await fillAsked(desk)
    await desk.getByLabel('LR no').focus()
    await desk.keyboard.press('Enter')
    await expect(desk.getByText(`LR KB/${stamp}/${turn} is saved.`).first()).toBeVisible()
    await expect(find).toBeFocused()
    await expect(groups).toHaveCount(count - turn - 1)
  }
}

/** What these goods ask for beside the number, typed where it is empty. */
async function fillAsked(desk: Page) {
  const vehicle = desk.getByLabel('Vehicle no')
  if ((await vehicle.inputValue()) === '') {
    await vehicle.focus()
    await desk.keyboard.type('MH04KX1234')
  }
  for (const bill of await desk.getByLabel(/^E-way bill(?! valid)/).all()) {
    await bill.focus()
    await desk.keyboard.type('271098765432')
  }
  const distance = desk.getByLabel('Distance in km')
  if ((await distance.count()) > 0) await distance.fill('180')
  const logger = desk.getByLabel('Temperature logger')
  if ((await logger.count()) > 0) await logger.fill('TL-77')
}

async function correct(desk: Page) {
  await desk.getByRole('link', { name: `KB/${stamp}/0` }).press('Enter')
  await desk.getByRole('button', { name: 'Correct the LR' }).click()
  const form = desk.getByRole('dialog')
  await form.getByLabel('Vehicle no').fill('MH14CD5678')
  await form.getByRole('button', { name: 'Save correction' }).click()
  await expect(form.getByText(/Reason is required/).first()).toBeVisible()
  await noteLook(desk)
  await form.getByLabel('Reason').fill('The first vehicle broke down')
  await form.getByRole('button', { name: 'Save correction' }).click()
  await expect(desk.getByText('MH14CD5678').first()).toBeVisible({ timeout: withinSeconds(20) })
  await correctByKeys(desk)
}

/** A misread number is put right without a mouse: the form opens in it, and the history says what it was and why. */
async function correctByKeys(desk: Page) {
  await desk.getByRole('button', { name: 'Correct the LR' }).press('Enter')
  const form = desk.getByRole('dialog')
  await expect(form.getByRole('group', { name: 'Lorry receipt' })).toBeVisible()
  await expect(form.getByLabel('LR no')).toBeFocused()
  await desk.keyboard.press('End')
  await desk.keyboard.type('R')
  await form.getByLabel('Reason').focus()
  await desk.keyboard.type('One letter was missing')
  await desk.keyboard.press('Tab')
  await desk.keyboard.press('Tab')
  await expect(form.getByRole('button', { name: 'Save correction' })).toBeFocused()
  await desk.keyboard.press('Enter')
  await expect(desk.getByText(`KB/${stamp}/0R`).first()).toBeVisible({ timeout: withinSeconds(20) })
  await desk.getByText('History and corrections').click()
  await expect(desk.getByText('Why: One letter was missing').first()).toBeVisible()
}

async function board(desk: Page) {
  await goTo(desk, '/dispatches/e-way-bills')
  await expect(desk.getByRole('heading', { level: 1, name: 'E-Way Bills' })).toBeVisible()
  await expect(desk.getByText(/ left|Enter the distance|ago/).first()).toBeVisible()
  await noteLook(desk)
}

async function onPhone(browser: Browser) {
  const phone = await openPageAs(browser, 'dispatch')
  await phone.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/dispatches/add-lr-details', '/dispatches/e-way-bills']) {
    await goTo(phone, path)
    await expect(phone.getByRole('heading', { level: 1 })).toBeVisible()
    const wide = await phone.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(wide).toBeLessThanOrEqual(0)
    await noteLook(phone)
  }
}
