import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '../../../resources/define/dates.ts'
import { dispatchDesk } from '../../support/dispatches/dispatch-desk.ts'
import { createInvoice } from '../../support/dispatches/shipped-order.ts'
import { finishedImport, importFile, uploadImport } from '../../support/imports.ts'
import { withinSeconds } from '../../support/limits.ts'

const { portal, company, desk, otherDesk, transporter, clockAt, close } = await dispatchDesk()
afterAll(close)
// Files are checked in a thread of their own, by the real clock.
const today = dayOf(new Date().toISOString())
beforeEach(() => clockAt(new Date().toISOString()))

const PATH = 'dispatches/add-lr-details'
const HEAD =
  'lr_no,lr_date,transporter_code,invoice_no,trans_mode,freight_terms,vehicle_no,packages,actual_weight_kg,charged_weight_kg,freight_amount,eway_bill_no,to_city,has_hazard,line_packages'
type Cells = Partial<Record<string, string | number>>
const row = (lrNo: string, invoiceNo: string, more: Cells = {}) => {
  const cells: Cells = {
    lr_no: lrNo,
    lr_date: today,
    transporter_code: 'VRL',
    invoice_no: invoiceNo,
    trans_mode: 'SURFACE',
    freight_terms: 'FOR',
    vehicle_no: 'MH12AB1234',
    packages: 10,
    actual_weight_kg: 55,
    charged_weight_kg: 60,
    freight_amount: 1000,
    ...more,
  }
  return HEAD.split(',')
    .map(name => cells[name] ?? '')
    .join(',')
}
const send = (rows: string[], more: Record<string, string> = {}, commit = true, who = desk) =>
  importFile(portal, who, PATH, [HEAD, ...rows].join('\n'), { commit, ...more })
const errorsOf = async (rows: string[]) => {
  const job = await send(rows, {}, false)
  const errors = await portal.db('import_job_error').where({ importJobId: job.id }).orderBy('id')
  return errors.map(({ rowNo, columnName, errorCode }) => `${rowNo} ${columnName} ${errorCode}`)
}
const invoiceWith = (quantities: number[], more: object = {}) =>
  createInvoice(portal.db, company, null, { invoiceDate: today, ...more }, quantities)
async function fresh(...invoices: number[][]): Promise<string[]> {
  const made = []
  for (const quantities of invoices.length > 0 ? invoices : [[20_000, 5_000]]) made.push(await invoiceWith(quantities))
  return made.map(({ invoiceNo }) => invoiceNo)
}
const lrs = (lrNo: string) => portal.db('lr').where({ lrNo })

describe('a file of LRs that are entered late', () => {
  const old = addDays(today, -14)
  /** An LR of today and one past its promised day; returns their numbers with the file. */
  async function mixed(lateNews: string | null, commit = true) {
    const made = [await invoiceWith([20_000, 5_000]), await invoiceWith([20_000, 5_000], { invoiceDate: old })]
    const numbers = made.map(({ invoiceNo }) => `L/${invoiceNo}`)
    const rows = [row(numbers[0]!, made[0]!.invoiceNo), row(numbers[1]!, made[1]!.invoiceNo, { lr_date: old })]
    const job = await send(rows, lateNews === null ? {} : { 'given.lateNews': lateNews }, commit)
    const ids: number[] = await portal.db('lr').whereIn('lrNo', numbers).orderBy('lrDate', 'desc').pluck('id')
    const messages = await Promise.all(
      ids.map(id => portal.db('message_log').where({ ownerType: 'lr', ownerId: id }).distinct().pluck('templateCode')),
    )
    return { job, messages }
  }

  it.each([
    [null, [['SHIPPED'], []]],
    ['OPEN', [['SHIPPED'], []]],
    ['NONE', [[], []]],
    ['ALL', [['SHIPPED'], ['SHIPPED_LATE']]],
  ])('sends with the answer %s what it says', async (lateNews, templates) => {
    const { job, messages } = await mixed(lateNews)
    expect(job.status).toBe('DONE')
    expect(messages).toEqual(templates)
  })

  it('is told in its preview how many messages each answer sends; a file of today is not', async () => {
    const { job } = await mixed('NONE', false)
    expect(job.warnings).toContain(
      'One LR is past the promised day. No messages: 0 mails, 0 SMS; only those not past their day: 1 mail, 1 SMS; all, also those past their day: 2 mails, 2 SMS. Selected: no messages.',
    )
    const [alone] = await fresh()
    const usual = await send([row(`L/${alone}`, alone!)], {}, false)
    expect(JSON.stringify(usual.warnings)).not.toContain('promised day')
  })
})

describe('a file of LRs', () => {
  it('books each LR with its invoices as on the page, and changes nothing when it is sent again', async () => {
    const [one, two] = await fresh([8_000, 0], [12_000, 5_000])
    const [alone] = await fresh()
    const rows = [row('F/1', one!, { line_packages: 4 }), row('F/1', two!, { line_packages: 6 }), row('F/2', alone!)]
    expect(await send(rows)).toMatchObject({ status: 'DONE', rowsNew: 3 })
    const [made] = await lrs('F/1')
    expect(made).toMatchObject({ actualWeightKg: 55_000, freightAmount: 100_000, deliveryStatus: 'BOOKED' })
    const lines = await portal.db('lr_line').where({ lrId: made.id }).orderBy('id')
    expect(lines.map(({ packages }) => packages)).toEqual([4, 6])
    expect(await portal.db('tracking_event').where({ lrId: made.id })).toMatchObject([{ source: 'UPLOAD' }])
    expect(await portal.db('invoice').whereIn('invoiceNo', [one!, two!, alone!]).pluck('dispatchStatus')).toEqual([
      'ON_LR',
      'ON_LR',
      'ON_LR',
    ])
    expect(await send(rows)).toMatchObject({ rowsSame: 3, rowsFailed: 0 })
    expect(await lrs('F/1')).toHaveLength(1)
  })

  it('books the right LRs where others are wrong, and says of each row why it waits', async () => {
    const [good] = await fresh()
    const [bad, held] = await fresh([8_000, 0], [12_000, 5_000])
    const rows = [row('G/1', good!), row('G/2', bad!, { trans_mode: 'AIR' }), row('G/2', held!, { trans_mode: 'AIR' })]
    const job = await send(rows, { onError: 'SKIP_BAD_ROWS' })
    expect(job).toMatchObject({ status: 'DONE_WITH_ERRORS', rowsNew: 1 })
    expect([await lrs('G/1'), await lrs('G/2')].map(found => found.length)).toEqual([1, 0])
  })

  it.each<[string, Cells, string]>([
    ['a mode of party will collect', { trans_mode: 'PWC' }, '2 trans_mode ENUM'],
    ['an unknown transporter', { transporter_code: 'NOBODY' }, '2 transporter_code UNKNOWN_REF'],
    ['a mode the transporter lacks', { trans_mode: 'AIR' }, '2 transporter_code TRANS_MODE'],
    ['a day in the future', { lr_date: addDays(today, 2) }, '2 lr_date RANGE'],
    ['a day before the invoice', { lr_date: addDays(today, -1) }, '2 lr_date RANGE'],
    ['no day', { lr_date: '' }, '2 lr_date REQUIRED'],
    ['a day that is none', { lr_date: '31-02-2026' }, '2 lr_date FORMAT'],
    ['a weight that does not fit', { actual_weight_kg: 5, charged_weight_kg: 5 }, '2 actual_weight_kg SUM'],
    ['a charged weight below the actual one', { charged_weight_kg: 50 }, '2 charged_weight_kg RANGE'],
    ['a vehicle that is none', { vehicle_no: 'TRUCK' }, '2 vehicle_no FORMAT'],
    ['packages that do not add up', { line_packages: 9 }, '2 packages SUM'],
    ['no packages', { packages: 0 }, '2 packages RANGE'],
    ['hazardous goods without their papers', { has_hazard: 'yes' }, '2 has_hazard REQUIRED'],
    ['another city', { to_city: 'Nashik' }, '2 to_city RULE'],
  ])('says of a row with %s where it is wrong', async (_, cells, error) => {
    ;(await portal.db('state_city').where({ name: 'Nashik' }).first('id')) ||
      (await portal.db('state_city').insert({ ...(await nashik()) }))
    const [invoiceNo] = await fresh()
    expect(await errorsOf([row('E/1', invoiceNo!, cells)])).toContain(error)
    expect(await lrs('E/1')).toEqual([])
  })

  it('says where rows of one LR differ, where one stands twice, and which invoices cannot go', async () => {
    const [one, two] = await fresh([8_000, 0], [12_000, 5_000])
    expect(await errorsOf([row('H/1', one!), row('H/1', two!, { packages: 11 })])).toContain('3 packages RULE')
    expect(await errorsOf([row('H/1', one!), row('H/1', one!)])).toContain('3 lr_no DUPLICATE_IN_FILE')
    expect(await errorsOf([row('H/1', 'INVNONE')])).toContain('2 invoice_no UNKNOWN_REF')
    await send([row('H/2', one!, { actual_weight_kg: 20, charged_weight_kg: 20 })])
    expect(await errorsOf([row('H/3', one!)])).toContain('2 invoice_no NOT_ALLOWED_STATE')
    expect(await errorsOf([row('H/2', two!, { actual_weight_kg: 35, charged_weight_kg: 35 })])).toContain(
      '2 lr_no DUPLICATE_KEY',
    )
    const job = await send([row('H/4', two!)], {}, false, otherDesk)
    expect(job).toMatchObject({ rowsFailed: 1 })
    expect(await portal.db('import_job_error').where({ importJobId: job.id })).toMatchObject([
      { errorCode: 'OUT_OF_SCOPE' },
    ])
    const large = await invoiceWith([20_000, 5_000], { grossValue: 5_000_001 })
    expect(await errorsOf([row('H/5', large.invoiceNo)])).toContain('2 eway_bill_no REQUIRED')
  })

  it('lacks no needed column, and is sent by a desk only', async () => {
    const job = await importFile(portal, desk, PATH, 'lr_no,lr_date\nX/1,01-04-2026', {})
    expect(job.missingColumns.length + Number(job.status === 'FAILED')).toBeGreaterThan(0)
    await expect(send([row('X/1', 'INV1')], {}, false, transporter)).rejects.toThrow('403')
  })

  it('of 400 LRs is booked in one go, with a verdict for each row', {
    tags: ['proof'],
    timeout: withinSeconds(900),
  }, async () => {
    const rows: string[] = []
    for (let count = 0; count < 400; count++) {
      const made = await invoiceWith([20_000, 5_000])
      rows.push(row(`M/${count}`, count === 300 ? 'INVNONE' : made.invoiceNo))
    }
    const began = Date.now()
    const { body } = await uploadImport(portal, desk, PATH, [HEAD, ...rows].join('\n'), 'day.csv', {
      onError: 'SKIP_BAD_ROWS',
    })
    expect(await finishedImport(desk, body.id)).toMatchObject({ status: 'VALIDATED', rowsNew: 399, rowsFailed: 1 })
    await desk.post('/api/import-steps', { importId: body.id, step: 'commit' })
    expect(await finishedImport(desk, body.id)).toMatchObject({
      status: 'DONE_WITH_ERRORS',
      rowsNew: 399,
      rowsFailed: 1,
    })
    console.info(`400 LRs checked and booked in ${Date.now() - began} ms`)
    expect(Number((await portal.db('lr').where('lrNo', 'like', 'M/%').count({ count: '*' }))[0]!.count)).toBe(399)
  })
})

async function nashik() {
  const { id: _, ...city } = await portal.db('state_city').where({ id: company.cityId }).first()
  return { ...city, name: 'Nashik', naturalKey: `${city.naturalKey}2` }
}
