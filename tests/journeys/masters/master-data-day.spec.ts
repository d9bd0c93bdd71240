import { readFile } from 'node:fs/promises'
import { expect, goTo, noteLook, openPageAs, test } from '../../support/journey.ts'

const LIST = '/masters/mvgr'

test('a day at the master data desk: a row is added, edited in place, a faulty file is corrected, and the import is rolled back', {
  tag: '@proof',
}, async ({ browser }) => {
  const page = await openPageAs(browser, 'master_admin')
  const count = () => page.locator('.list-foot [role=status]')
  const only = `${LIST}?f.groupNo=in.4&f.code=starts.Q`

  await test.step('adds a row', async () => {
    await goTo(page, LIST)
    await page.getByRole('main').getByRole('link', { name: /^New / }).press('Enter')
    await page.getByRole('combobox', { name: 'Group', exact: true }).click()
    await page.getByTitle('4', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Code' }).fill('Q01')
    await page.getByRole('textbox', { name: 'Description' }).fill('Resins')
    await page.keyboard.press('Control+s')
    await expect(page).toHaveTitle(/Resins|Q01/)
  })

  await test.step('edits it in its cell', async () => {
    await goTo(page, only)
    const cell = page.locator('tbody tr >> nth=0').locator('td[data-name=description]')
    await cell.dblclick()
    await page.getByRole('textbox', { name: 'Description' }).fill('Resins and gums')
    await page.keyboard.press('Enter')
    await expect(cell).toHaveText('Resins and gums')
  })

  const choose = async (name: string, content: string) => {
    await goTo(page, `${LIST}/import`)
    await page.getByLabel(/^File/).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
    await page.getByRole('button', { name: 'Check the file' }).press('Enter')
    await expect(page.getByText('Checked. Nothing is changed yet.')).toBeVisible()
  }

  let rejected = ''
  await test.step('imports a faulty file: the correct rows are saved, the others are returned as a file', async () => {
    await choose('day.csv', 'group_no,code,description\n4,Q01,Resins\n4,Q02,Waxes\n9,Q03,Oils\n4,Q04,\n')
    await expect(page.getByRole('row', { name: /Q03|9/ }).first()).toContainText('must be one of')
    await noteLook(page)
    await page.getByRole('button', { name: /^Import the 2 right rows/ }).press('Enter')
    await expect(page.getByText('Imported. Rejected rows: 2.')).toBeVisible()
    const coming = page.waitForEvent('download')
    await page.getByRole('link', { name: /Download the rejected rows/ }).click()
    rejected = await readFile(await (await coming).path(), 'utf8')
  })

  await test.step('corrects and sends again only the rejected rows', async () => {
    await choose('mended.csv', rejected.replace('9,Q03', '4,Q03').replace('4,Q04,', '4,Q04,Greases'))
    await page.getByRole('button', { name: /^(Add|Change) \d/ }).press('Enter')
    await expect(page.getByText('Imported.', { exact: true })).toBeVisible()
    await goTo(page, only)
    await expect(count()).toHaveText('4 rows')
  })

  await test.step('rolls both imports back: the row entered by the desk is restored', async () => {
    for (const name of [/mended\.csv/, /day\.csv/]) {
      await goTo(page, '/settings/imports')
      const row = page.getByRole('row', { name }).first()
      await row.getByRole('button', { name: /^Roll back/ }).press('Enter')
      await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).press('Enter')
      await expect(row).toContainText('Rolled back')
    }
    await goTo(page, only)
    await expect(count()).toHaveText('1 row')
    await expect(page.locator('td[data-name=description]')).toHaveText('Resins and gums')
  })
  await page.context().close()
})
