import { expect, type Page } from '@playwright/test'

/** Takes an act of a page, which may stand in its menu. */
export async function take(page: Page, name: string) {
  const act = page.getByRole('button', { name })
  await expect(page.getByRole('button', { name: 'More' })).toBeVisible()
  if (await act.isVisible()) return act.click()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name }).click()
}
