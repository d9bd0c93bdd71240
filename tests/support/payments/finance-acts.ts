import type { Page } from '@playwright/test'
import { dayText } from '../../../resources/define/show.ts'
import { expect, goTo, noteLook, today } from '../journey.ts'

const PROOF = { name: 'refund.png', mimeType: 'image/png', buffer: onePixel() }

/** Finds the one row of a payment list with these words, and opens its page. */
export async function openRow(page: Page, list: string, words: string) {
  await goTo(page, `/transaction-view/${list}?q=${words}`)
  const rows = page.locator('.grid tbody tr[data-id]')
  await page.getByPlaceholder(/^Search/).fill(words)
  await expect(rows).toHaveCount(1)
  await rows.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/show\/\d+/)
}

/** Takes an action on the page of a row, with what it asks. */
export async function decide(page: Page, action: string, asked: Record<string, string> = {}) {
  await page.getByRole('button', { name: action, exact: true }).click()
  const dialog = page.getByRole('dialog')
  for (const [label, text] of Object.entries(asked)) await dialog.getByLabel(label).fill(text)
  await dialog.getByRole('button', { name: action, exact: true }).click()
}

/** Enters with which reference a refund was transferred, and its proof. */
export async function enterTransfer(page: Page, reference: string) {
  await page.getByRole('button', { name: 'Enter as done' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reference').first().fill(reference)
  await dialog.getByLabel('Refunded on').fill(dayText(today))
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Proof').setInputFiles(PROOF)
  await expect(dialog.getByText(PROOF.name)).toBeVisible()
  await noteLook(page)
  await dialog.getByRole('button', { name: 'Enter as done' }).click()
  await expect(dialog).toHaveCount(0)
}

function onePixel() {
  return Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
}
