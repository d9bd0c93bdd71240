import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type ListPaper, requireFitsOnPaper } from '../../../api/derive/export/list-paper.ts'
import { listLayout } from '../../../api/files/print/list-layout.ts'
import { today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { dayText } from '../../../resources/define/show.ts'
import { rowOfEachReport } from '../../support/mis/report-rows.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const keeper = portal.person(({ as }) => as('master_admin'))
const auditor = portal.person(({ as }) => as('auditor'))

async function download(path: string, { token }: ApiClient) {
  const answer = await fetch(`${portal.url}/api/${path}`, { headers: { authorization: `Bearer ${token}` } })
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    body: Buffer.from(await answer.arrayBuffer()),
  }
}

async function printed(path: string, who: ApiClient) {
  const { status, type, body } = await download(path, who)
  expect([status, type]).toEqual([200, 'application/pdf'])
  return pdfText(body)
}

it('a list as PDF has its rows in words, says which they are, for whom and how many, and numbers its pages', async () => {
  const { total } = (await keeper.get('/api/masters/products?isActive=true&q=acid&$limit=1')).body
  const text = await printed('export/masters/products?format=pdf&isActive=true&q=acid', keeper)
  for (const said of [
    'Products',
    'Search',
    'acid',
    'The rows that',
    'As of',
    `Products, printed on ${dayText(today())}`,
  ])
    expect(text).toContain(said)
  expect(text).toMatch(new RegExp(`Rows\\n${total}\\n`))
  expect(text).toContain('Page 1 of 1')
  expect(text.match(/18\.00 %/g)?.length ?? 0).toBeGreaterThan(0)
})

it('takes the columns that the list shows, in scripts of India too, and repeats their heads on each page', async () => {
  const name = 'ऐसिटिक अम्ल, शुद्ध'
  await portal.db('products').where({ code: 'LS-1001' }).update({ name })
  const text = await printed('export/masters/products?format=pdf&columns=code,name', keeper)
  expect(text.replace(/\s/g, '')).toContain(name.replace(/\s/g, ''))
  expect(text).not.toContain('GST rate')
  const pages = Number(/Page 1 of (\d+)/.exec(text)![1])
  expect(text.match(/^Code$/gm)).toHaveLength(pages)
})

it('a report as PDF has its sums, and its groups with their totals', async () => {
  await rowOfEachReport(portal)
  const period = `orderDate[$gte]=${addDays(today(), -365)}&orderDate[$lte]=${today()}`
  const { totals } = (await auditor.get(`/api/mis/orders?$limit=1&$totals=true&${period}`)).body
  const sum = (totals.grossValue / 100).toLocaleString('en-IN', { minimumFractionDigits: 2 })
  const rows = await printed(`export/mis/orders?format=pdf&columns=orderNo,grossValue&${period}`, auditor)
  expect(rows).toContain(`Total\n₹ ${sum}`)
  expect(rows).toMatch(/Order date: \d\d-\d\d-\d{4} to \d\d-\d\d-\d{4}/)
  const groups = await printed(`export-groups/mis/orders?format=pdf&by=sbuId&${period}`, auditor)
  expect(groups).toContain(`₹ ${sum}`)
  expect(groups).toContain('Total')
})

it('is recorded as a download, and refused to whoever may not export', async () => {
  await printed('export/masters/sbu?format=pdf', keeper)
  const entry = await portal.db('audit_entry').where({ action: 'EXPORT', entity: 'sbu' }).first()
  expect(JSON.parse(entry.afterJson)).toMatchObject({ format: 'pdf' })
  const customer = await portal.as('customer')
  expect((await download('export/masters/products?format=pdf', customer)).status).toBe(403)
})

it('a PDF of more rows than anybody turns is refused with what to do', () => {
  expect(requireFitsOnPaper(2_500)).toBe(2_500)
  expect(() => requireFitsOnPaper(2_501)).toThrow(expect.objectContaining({ code: 400 }))
})

it('a report whose figures take time is printed in the background', async () => {
  const orderDate = { $gte: addDays(today(), -365), $lte: today() }
  const asked = { report: 'mis/orders', format: 'pdf', columns: 'orderNo,grossValue', filters: { orderDate } }
  const { status, body } = await auditor.post('/api/my-report-files', asked)
  expect(status, body.message).toBe(201)
  const stateOf = async () =>
    (await auditor.get('/api/my-report-files')).body.find((file: { id: number }) => file.id === body.id).status
  await expect.poll(stateOf, { interval: 50 }).toBe('DONE')
  expect(await printed(`my-report-files/${body.id}/file`, auditor)).toContain('Orders, printed on')
})

/** The tables of a list on paper: which columns each has, and how wide they are with the blank beside them. */
function tablesOf(paper: ListPaper) {
  const { content, wide } = listLayout(paper)
  const tables = (content as { table?: { headerRows?: number; widths: number[]; body: { text: string }[][] } }[])
    .flatMap(({ table }) => (table?.headerRows ? [table] : []))
    .map(({ widths, body }) => ({
      heads: body[0]!.map(({ text }) => text),
      width: widths.reduce((sum, width) => sum + width + 6, 0),
    }))
  return { tables, room: wide ? 771 : 524 }
}

it('no column of a list is lost or runs off the sheet, however many there are', () => {
  const word = fc.string({ minLength: 1, maxLength: 40 })
  const lists = fc
    .integer({ min: 1, max: 30 })
    .chain(columns =>
      fc.array(fc.array(word, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 5 }),
    )
  fc.assert(
    fc.property(lists, lines => {
      const heads = lines[0]!.map((_, at) => ({ label: `Head ${at}`, isRight: at % 3 === 0 }))
      const company = { name: 'Company', address: null, gstin: null, replyTo: null }
      const { tables, room } = tablesOf({
        title: 'List',
        company,
        about: [],
        heads,
        lines,
        totals: undefined,
        day: today(),
      })
      expect(new Set(tables.flatMap(table => table.heads))).toEqual(new Set(heads.map(({ label }) => label)))
      for (const { heads: own, width } of tables) {
        expect(own[0]).toBe('Head 0')
        expect(width).toBeLessThanOrEqual(room)
      }
    }),
  )
})
