import type { Browser, Page } from '@playwright/test'
import { expect, goTo, openPageAs, test } from '../support/journey.ts'
import { isProof } from '../support/proof.ts'

// Rows are no higher than their padding asks for: 8 px, or 4 px where somebody chose compact rows.

const NORMAL = 36
const COMPACT = 28

const grids = [
  { title: 'a master', loginId: 'master_admin', path: '/masters/products' },
  { title: 'the orders', loginId: 'asha', path: '/orders/all-orders' },
  { title: 'the messages', loginId: 'sys_admin', path: '/settings/messages' },
  { title: 'the attachments', loginId: 'sys_admin', path: '/masters/attachment' },
  { title: 'the audit log', loginId: 'sys_admin', path: '/mis/audit-log-report' },
  { title: 'a report', loginId: 'finance', path: '/mis/outstanding?by=none' },
]

/** In the guard one of each kind: a master, a list of records, a report. */
const tried = isProof ? grids : grids.filter(({ title }) => ['a master', 'the orders', 'a report'].includes(title))

for (const { title, loginId, path } of tried)
  test(`rows of ${title} are at most ${NORMAL} px high, compact ones at most ${COMPACT} px`, async ({ browser }) => {
    const page = await openWide(browser, loginId, path)
    expect(await highestRow(page)).toBeLessThanOrEqual(NORMAL)
    await toggle(page, 'Compact rows')
    await expect(page.locator('.grid')).toHaveClass(/is-compact/)
    expect(await highestRow(page)).toBeLessThanOrEqual(COMPACT)
    await toggle(page, 'Normal rows')
    await expect(page.locator('.grid')).not.toHaveClass(/is-compact/)
    await page.context().close()
  })

async function openWide(browser: Browser, loginId: string, path: string): Promise<Page> {
  const page = await openPageAs(browser, loginId)
  await page.setViewportSize({ width: 1440, height: 900 })
  await goTo(page, path)
  await expect(page.locator('.grid tbody tr').first()).toBeVisible()
  return page
}

/** Lists have a button for it, reports a line of their menu. */
async function toggle(page: Page, inMenu: string) {
  const button = page.getByRole('button', { name: 'Compact rows' })
  if (await button.isVisible()) return button.click()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: inMenu }).click()
}

/** The height of the highest row in pixels; none without a row. */
const highestRow = (page: Page) =>
  page
    .locator('.grid tbody tr')
    .evaluateAll(rows => Math.max(...rows.map(row => Math.round(row.getBoundingClientRect().height))))
