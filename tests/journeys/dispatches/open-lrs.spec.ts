import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { expect, goTo, noteLook, openPageAs, test } from '../../support/journey.ts'
import { filePortal } from '../../support/journeys/file-portal.ts'

/** Makes so many LRs that are on their way, like one that has arrived, and due before every other one. */
function lrsOnTheirWay(like: number, count: number) {
  const db = new DatabaseSync(join(filePortal().home, 'bilty.sqlite'), { timeout: 20_000 })
  const { id: _, ...row } = db.prepare('select * from lr where id = ?').get(like) as Record<string, SQLInputValue>
  const names = Object.keys(row)
  const put = db.prepare(`insert into lr (${names.map(name => `"${name}"`)}) values (${names.map(() => '?')})`)
  const moving = { ...row, deliveryStatus: 'IN_TRANSIT', deliveredOn: null, expectedDeliveryDate: '2026-01-02' }
  for (let no = 1; no <= count; no++) {
    const lrNo = `OPEN${String(no).padStart(3, '0')}`
    put.run(...Object.values({ ...moving, lrNo, vehicleNo: `MH04OP${1000 + no}` }))
  }
  db.close()
}

test('an open LR is found by its number and its vehicle, and every one of them can be reached', async ({ browser }) => {
  const page = await openPageAs(browser, 'dispatch')
  const arrived = await (await page.request.get('/api/lrs?deliveryStatus=DELIVERED&$limit=1')).json()
  lrsOnTheirWay(arrived.data[0].id, 120)
  await goTo(page, '/dispatches/open-consignments')
  const list = page.getByRole('region', { name: 'On their way' })
  const rows = list.locator('.open-lr')
  await expect(rows).toHaveCount(50)
  await list.getByRole('button', { name: /^Show more of \d+$/ }).click()
  await expect(rows).toHaveCount(100)
  await list.getByRole('button', { name: /^Show more of \d+$/ }).click()
  await expect(list.getByRole('link', { name: 'OPEN120' })).toBeVisible()
  await noteLook(page)

  const search = page.getByLabel('LR number or vehicle')
  await search.fill('OPEN117')
  await expect(rows).toHaveCount(1)
  await search.fill('MH04OP1093')
  await expect(list.getByRole('link', { name: 'OPEN093' })).toBeVisible()
  await expect(rows).toHaveCount(1)
  await search.fill('NOSUCHLR')
  await expect(list).toContainText('No open LR matches.')
  await page.context().close()
})
