import type { Page } from '@playwright/test'
import { expect, goTo, openPageAs, test } from '../../support/journey.ts'

/** A browser without a screen has no print dialog. */
const withoutDialog = (page: Page) =>
  page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })

/** The heads of a grid, and how far each and its last row stand over the edge of the sheet, in pixels. */
const onSheet = (page: Page, table: string) =>
  page.locator(table).evaluate(grid => {
    const heads = [...grid.querySelectorAll('thead th')].filter(head => head.getClientRects().length > 0)
    const rows = [...grid.querySelectorAll('tbody tr')]
    const frame = grid.parentElement!
    return {
      heads: heads.map(head => head.textContent!.replace('⋮', '').trim()).filter(Boolean),
      over: Math.max(...heads.map(head => head.getBoundingClientRect().right - window.innerWidth)),
      rows: rows.length,
      isCut: getComputedStyle(frame).overflowY !== 'visible',
      cutCells: [...grid.querySelectorAll('tbody td')].filter(cell => cell.scrollWidth > cell.clientWidth + 1).length,
    }
  })

test('paper has every column of a list and every row of its page, whole, and its search in words', async ({
  browser,
}) => {
  const page = await openPageAs(browser, 'master_admin')
  await goTo(page, '/masters/state-city?size=50&active=all')
  await expect(page.locator('.grid tbody tr[data-id]').first()).toBeVisible()
  const heads = await page.locator('.grid thead th[data-name]').count()
  const rows = await page.locator('.grid tbody tr').count()
  // A sheet of A4 across, between its margins.
  await page.setViewportSize({ width: 1032, height: 700 })
  await page.emulateMedia({ media: 'print' })
  const sheet = await onSheet(page, '.grid')
  expect(sheet.heads.length).toBeGreaterThanOrEqual(heads)
  expect(sheet.over).toBeLessThanOrEqual(1)
  expect([sheet.rows, sheet.isCut, sheet.cutCells]).toEqual([rows, false, 0])
  for (const hidden of ['.sider', '.header', '.page-actions', '.list-bar', '.grid .row-more'])
    await expect(page.locator(hidden).first()).toBeHidden()
  await expect(page.locator('.print-said')).toHaveText('Active and inactive rows')
  await expect(page.locator('.print-mark')).toContainText('printed by')
  await page.context().close()
})

test('Print asks for the page or all rows, and all rows come to paper', async ({ browser }) => {
  const page = await openPageAs(browser, 'master_admin')
  await withoutDialog(page)
  await goTo(page, '/masters/products?size=10')
  await expect(page.locator('.grid tbody tr[data-id]')).toHaveCount(10)
  const total = Number((await page.locator('.list-foot [role=status]').textContent())!.replaceAll(/\D/g, ''))
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Print Products' })
  await expect(dialog.getByRole('button', { name: 'Print this page' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Print all rows' }).click()
  await expect(page.locator('body[data-printed]')).toBeAttached()
  await page.setViewportSize({ width: 1032, height: 700 })
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.printed-rows tbody tr')).toHaveCount(total)
  await expect(page.locator('.grid-frame')).toBeHidden()
  expect((await onSheet(page, '.printed-rows .grid')).over).toBeLessThanOrEqual(1)
  await page.context().close()
})

test('Export offers a list as PDF', async ({ browser }) => {
  const page = await openPageAs(browser, 'master_admin')
  await goTo(page, '/masters/sbu')
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'As shown, PDF' }).click()
  expect((await download).suggestedFilename()).toMatch(/^sbu-\d{4}-\d\d-\d\d\.pdf$/)
  await page.context().close()
})
