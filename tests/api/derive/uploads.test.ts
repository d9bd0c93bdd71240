import { describe, expect, it } from 'vitest'
import { rowsOf } from '../../../api/derive/rows-of.ts'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { insertRows, updateRow } from '../../../api/derive/save/write.ts'
import { now, today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { uploadOutstanding } from '../../../resources/masters/upload-outstanding.ts'
import { appSetting } from '../../../resources/settings/app-setting.ts'
import { annexureNo, contractNo } from '../../../seeds/demo-days.ts'
import { importFile, uploadImport } from '../../support/imports.ts'
import { paymentMaker } from '../../support/payments/posting-world.ts'
import { personWith } from '../../support/people.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const desk = portal.person('pricing_approver')

const bring = (path: string, rows: string[], more: Record<string, string> = {}, who = desk) =>
  importFile(portal, who, path, rows.join('\n'), { commit: true, ...more })

/** Checks the file without committing it. */
const check = (path: string, rows: string[], more: Record<string, string> = {}, who = desk) =>
  importFile(portal, who, path, rows.join('\n'), more)

describe('a file of rate contracts', () => {
  const PATH = 'masters/rate-contract-customer'
  const HEAD =
    'contract_no,customer_code,sbu_code,customer_ref,contract_date,valid_from,valid_to,auto_release,line_no,product_code,rate,contract_qty,uom'
  const row = (no: string, line: number, product: string, rest = '500.00,20,EA') =>
    `${no},100102,LS,LOI 7,2026-11-01,2026-12-01,2027-11-30,yes,${line},${product},${rest}`
  const contract = (contractNo: string) => portal.db('rate_contract_customer').where({ contractNo }).first()

  it('makes drafts with their lines, and changes nothing the second time', async () => {
    const rows = [HEAD, row('F/1', 10, 'LS-1004'), row('F/1', 20, 'LS-1005'), row('F/2', 10, 'LS-1004')]
    expect(await bring(PATH, rows)).toMatchObject({ status: 'DONE', rowsNew: 3 })
    const made = await contract('F/1')
    expect(made).toMatchObject({ status: 'DRAFT', value: 2_000_000 })
    expect(
      await portal.db('rate_contract_line').where('rateContractId', made.id).orderBy('lineNo').pluck('lineNo'),
    ).toEqual([10, 20])
    expect(await bring(PATH, rows)).toMatchObject({ rowsSame: 3, rowsFailed: 0 })
    expect((await contract('F/1')).rowVersion).toBe(1)
  })

  it('imports a contract only as a whole, and stores its errors to be corrected and processed again', async () => {
    const rows = [
      HEAD,
      row('F/3', 10, 'LS-1004'),
      row('F/3', 20, 'LS-9999'),
      row('F/3', 30, 'LS-1005', '500.00,20,KG'),
      row('F/4', 10, 'LS-1004'),
    ]
    const job = await bring(PATH, rows, { onError: 'SKIP_BAD_ROWS' })
    expect(job).toMatchObject({ status: 'DONE_WITH_ERRORS', rowsFailed: 2, held: 1 })
    expect(await contract('F/3')).toBeUndefined()
    expect(await contract('F/4')).toBeDefined()
    const errors = (await desk.get('/api/masters/rate-contract-errors?contractNo=F/3&$sort[rowNo]=1')).body.data
    expect(errors.map(({ rowNo, errorCode, status }: Record<string, unknown>) => [rowNo, errorCode, status])).toEqual([
      [3, 'UNKNOWN_PRODUCT', 'OPEN'],
      [4, 'UOM_MISMATCH', 'OPEN'],
    ])
    const act = (action: string, { id, rowVersion }: { id: number; rowVersion: number }, asked = {}) =>
      desk.post('/api/masters/rate-contract-errors/actions', { action, asked, rows: [{ id, rowVersion }] })
    const [first, second] = errors
    expect((await act('reprocess', first)).body.errors[0].message).toContain('LS-9999')
    const fixed = await desk.patch(`/api/masters/rate-contract-errors/${first.id}`, {
      raw: { ...first.raw, productId: 'LS-1006' },
      rowVersion: first.rowVersion,
    })
    expect(fixed).toMatchObject({ status: 200, body: { productCode: 'LS-1006' } })
    expect((await act('reprocess', fixed.body)).body.message).toContain('waits for 1 more')
    const right = await desk.patch(`/api/masters/rate-contract-errors/${second.id}`, {
      raw: { ...second.raw, uom: 'EA' },
      rowVersion: second.rowVersion,
    })
    expect((await act('reprocess', right.body)).body.message).toContain('is taken over')
    const { id } = await contract('F/3')
    expect(await portal.db('rate_contract_line').where('rateContractId', id).orderBy('lineNo').pluck('lineNo')).toEqual(
      [10, 20, 30],
    )
    expect((await act('ignore', right.body, { reason: 'late' })).status).toBe(409)
  })

  it('is what an export of the list gives, of which a corrected rate changes one line', async () => {
    await bring(PATH, [HEAD, row('F/5', 10, 'LS-1004'), row('F/5', 20, 'LS-1005')])
    const { body } = await desk.get(`/api/export/${PATH}?format=csv`)
    const ofNumber = (no: string) => body.split('\r\n').filter((line: string) => line.startsWith(`${no},`))
    expect(ofNumber('F/5')).toHaveLength(2)
    expect(await importFile(portal, desk, PATH, body)).toMatchObject({ rowsNew: 0, rowsChanged: 0, rowsFailed: 0 })
    const corrected = body.replace(ofNumber('F/5')[1], ofNumber('F/5')[1].replace(',500.00,', ',450.00,'))
    const job = await importFile(portal, desk, PATH, corrected, { commit: true })
    expect(job).toMatchObject({ status: 'DONE', rowsNew: 0, rowsChanged: 1 })
    const { id } = await contract('F/5')
    const rates = await portal.db('rate_contract_line').where('rateContractId', id).orderBy('lineNo').pluck('rate')
    expect(rates).toEqual([50_000, 45_000])
    const [active] = ofNumber(contractNo('0001'))
    const changed = corrected.replace(active, active.replace(/,(\d+)\.00,/, ',1.00,'))
    expect(await importFile(portal, desk, PATH, changed)).toMatchObject({ rowsChanged: 0, rowsFailed: 1 })
  })

  it('leaves active contracts unchanged', async () => {
    const job = await check(PATH, [HEAD, row(contractNo('0001'), 10, 'LS-1004').replace('100102', '100101')])
    expect(job).toMatchObject({ status: 'VALIDATED', rowsFailed: 1 })
  })
})

describe('a file of annexures', () => {
  const PATH = 'masters/customer-annexure'
  const HEAD =
    'annexure_no,customer_code,sbu_code,agreement_ref,payment_terms_days,freight_terms,valid_from,valid_to,line_no,product_code,annual_qty,agreed_price,remarks'

  it('changes drafts only', async () => {
    const keeper = await personWith(portal, ['MASTER_ADMIN'])
    const row = (no: string) => `${no},100102,LS,Agreement,45,FOR,2027-01-01,2027-12-31,10,LS-1005,100,500.00,`
    expect(await bring(PATH, [HEAD, row('AXF/1')], {}, keeper)).toMatchObject({ status: 'DONE', rowsNew: 1 })
    expect(await check(PATH, [HEAD, row(annexureNo('011'))], {}, keeper)).toMatchObject({
      status: 'VALIDATED',
      rowsFailed: 1,
    })
  })
})

describe('a file of outstanding data', () => {
  const PATH = 'masters/upload-outstanding'
  const HEAD = 'customer_code,document_no,document_type,document_date,due_date,original_amount,balance_amount,sbu_code'
  const form = (more: Record<string, string> = {}) => ({ 'given.asOnDate': today(), ...more })
  const open = (code: string) =>
    portal
      .db('upload_outstanding')
      .join('customer', 'customer.id', 'upload_outstanding.customerId')
      .where({ 'customer.code': code, 'upload_outstanding.isActive': 1 })
      .orderBy('documentNo')
      .pluck('documentNo')

  it('replaces the items of its customers and leaves others, and shows both sums before', async () => {
    const finance = await portal.as('finance')
    const rows = [
      HEAD,
      '100101,INV26000118,INVOICE,2026-10-01,2026-10-31,482300.00,100000.00,LS',
      '100101,NEW1,CREDIT_NOTE,2026-10-01,2026-10-31,-500,-500,LS',
    ]
    const checked = await importFile(portal, finance, PATH, rows.join('\n'), form())
    const { body: told } = await finance.get(`/api/import-rows?importJobId=${checked.id}`)
    expect(JSON.stringify(told)).toContain('2 items, ₹ 99,500.00 in all; 2 from before are closed')
    expect(await open('100101')).toEqual(['CRN26000014', 'INV26000118', 'INV26000187'])
    expect(await bring(PATH, rows, form(), finance)).toMatchObject({ status: 'DONE', rowsChanged: 1, rowsNew: 1 })
    expect(await open('100101')).toEqual(['INV26000118', 'NEW1'])
    expect(await open('100103')).toHaveLength(3)
  })

  it('refuses a customer with a wrong row as a whole, who keeps their items, and replaces those of the others', async () => {
    const finance = await portal.as('finance')
    const item = (customer: string, no: string, balance = '100') =>
      `${customer},${no},INVOICE,2026-10-01,2026-10-31,100,${balance},LS`
    const rows = [
      HEAD,
      item('100103', 'A1'),
      item('100103', 'A2', '900'),
      item('100103', 'A3'),
      item('100104', 'B1'),
      item('100105', 'C1'),
    ]
    const before = await open('100103')
    const job = await bring(PATH, rows, { ...form(), onError: 'SKIP_BAD_ROWS' }, finance)
    expect(job).toMatchObject({ status: 'DONE_WITH_ERRORS', rowsNew: 2, rowsFailed: 1, held: 2 })
    expect(await open('100103')).toEqual(before)
    expect([await open('100104'), await open('100105')]).toEqual([['B1'], ['C1']])
    const { body } = await finance.get(`/api/import-errors?importJobId=${job.id}`)
    expect(body.data.map(({ rowNo, message }: { rowNo: number; message: string }) => [rowNo, message])).toEqual([
      [3, 'Balance must not be more than the original amount'],
      [3, '2 other rows of this customer wait for it'],
    ])
    const { body: held } = await finance.get(`/api/import-rows?importJobId=${job.id}&verdict=HELD`)
    expect(held.data.map(({ rowNo }: { rowNo: number }) => rowNo)).toEqual([2, 4])
    // The sheet of rejected rows holds the others of the customer too: sent alone, the wrong row would close them.
    const { body: sheet } = await finance.get(`/api/imports/${job.id}/errors.csv`)
    expect(sheet.split('\r\n').filter((line: string) => line.startsWith('100103'))).toHaveLength(3)
    expect(sheet).not.toContain('100104')
  })

  it('is refused once open items are read from SAP, until the times of that are set to never', async () => {
    const finance = await portal.as('finance')
    const rows = [HEAD, '100102,SAP1,INVOICE,2026-10-01,2026-10-31,100,100,LS']
    const at = now()
    const counts = { rowsRead: 1, rowsCreated: 0, rowsUpdated: 0, rowsFailed: 0, rowsSkipped: 0 }
    const run = { object: 'OUTSTANDING', mode: 'DELTA', trigger: 'SCHEDULE', status: 'OK', startedAt: at, ...counts }
    await portal.db('sap_sync_run').insert({ ...run, rowVersion: 1, createdAt: at, updatedAt: at })
    expect((await bring(PATH, rows, form(), finance)).error).toBe(
      'Open items are read from SAP, so that a file would count them twice. To take files again, set both times of Open items under Settings, SAP, to never.',
    )
    const never = { key: 'sap.times.outstanding', value: 'never', valueType: 'STR', description: 'Not read' } as const
    await portal.db('app_setting').where({ key: never.key }).delete()
    await insertRows(portal.db, appSetting, [never], systemAuthor('test'))
    expect((await check(PATH, rows, form(), finance)).rowsFailed).toBe(0)
    await portal.db('sap_sync_run').where({ object: 'OUTSTANDING' }).delete()
  })

  it('replaces what was read from SAP before, and nobody changes that by hand', async () => {
    const finance = await portal.as('finance')
    const [{ id }] = await portal
      .db('upload_outstanding')
      .join('customer', 'customer.id', 'upload_outstanding.customerId')
      .where({ 'customer.code': '100109', 'upload_outstanding.isActive': 1 })
      .select('upload_outstanding.id')
    const [before] = await rowsOf(portal.db, uploadOutstanding, rows => rows.where({ id }))
    const read = { source: 'SAP', sapItem: '1000/2026/1700000009/001' } as const
    await updateRow(portal.db, uploadOutstanding, before!, read, systemAuthor('test'))
    const { body: item } = await finance.get(`/api/${PATH}/${id}`)
    const change = await finance.patch(`/api/${PATH}/${id}`, { balanceAmount: 100, rowVersion: item.rowVersion })
    expect(change.body.errors).toMatchObject([
      { field: 'balanceAmount', message: 'Balance cannot be changed while Source is SAP or File' },
    ])
    const rows = [HEAD, `100109,${item.documentNo},INVOICE,2026-10-01,2026-10-31,231500.00,100.00,PS`]
    expect(await bring(PATH, rows, form(), finance)).toMatchObject({ status: 'DONE', rowsNew: 1 })
    expect(await portal.db('upload_outstanding').where({ id }).first()).toMatchObject({ isActive: 0, source: 'SAP' })
    expect(await open('100109')).toEqual([item.documentNo])
  })

  it('keeps the payment that holds an item, also where one file lacks the item and the next has it again', async () => {
    const finance = await portal.as('finance')
    const one = '100110,HELD1,INVOICE,2026-10-01,2026-10-31,100,100,LS'
    const other = '100110,FREE1,INVOICE,2026-10-01,2026-10-31,100,100,LS'
    await bring(PATH, [HEAD, one, other], form(), finance)
    const item = () => portal.db('upload_outstanding').where({ documentNo: 'HELD1' })
    const payer = await portal.db('user').first('id')
    const { id: itemId, customerId } = await item().first()
    const { succeeded } = paymentMaker(portal.db, { customerId, userId: payer.id })
    const [held] = await rowsOf(portal.db, uploadOutstanding, rows => rows.where({ id: itemId }))
    const payment = await succeeded([{ item: held!, amount: 10_000 }])
    await bring(PATH, [HEAD, other], form(), finance)
    expect(await item()).toMatchObject([{ isActive: 0, balanceAmount: 0, lockedById: payment.id, closedOn: today() }])
    await bring(PATH, [HEAD, one, other], form(), finance)
    expect(await item()).toMatchObject([
      { id: itemId, isActive: 1, balanceAmount: 10_000, lockedById: payment.id, closedOn: null },
    ])
  })

  it('replaces all only when REPLACE is typed, and never with older data or a wrong row', async () => {
    const finance = await portal.as('finance')
    const rows = [HEAD, '100102,ONLY1,INVOICE,2026-10-01,2026-10-31,100,100,LS']
    const all = form({ 'given.mode': 'FULL_REPLACE' })
    expect((await bring(PATH, rows, all, finance)).error).toContain('type REPLACE')
    expect((await bring(PATH, rows, form({ 'given.asOnDate': addDays(today(), 1) }), finance)).error).toContain(
      'future',
    )
    expect((await bring(PATH, rows, form({ 'given.asOnDate': '2020-01-01' }), finance)).error).toContain(
      'must not lie before',
    )
    const wrong = [...rows, '100102,ONLY2,INVOICE,2026-10-01,2026-09-30,100,200,LS']
    expect(await check(PATH, wrong, { ...all, 'given.confirm': 'REPLACE' }, finance)).toMatchObject({
      rowsFailed: 1,
      held: 1,
    })
    expect(await open('100103')).toHaveLength(3)
    expect(await bring(PATH, rows, { ...all, 'given.confirm': 'REPLACE' }, finance)).toMatchObject({ status: 'DONE' })
    expect(await open('100103')).toEqual([])
    expect(await open('100102')).toEqual(['ONLY1'])
    expect((await uploadImport(portal, await portal.as('asha'), PATH, rows.join('\n'))).status).toBe(403)
  })
})

describe('a file of expected delivery dates', () => {
  const PATH = 'masters/upload-expected-delivery-dates'

  it('writes the date of an open delivery, informs the buyer, keeps the previous date, and refuses deliveries that are not open', async () => {
    const asha = await portal.as('asha')
    const { exampleOrderInput, takeStep, idempotencyHeader } = await import('../../support/orders/example-order.ts')
    const { body: draft } = await asha.post('/api/orders', await exampleOrderInput(portal, asha), idempotencyHeader())
    const { order } = (await takeStep(asha, draft.id, 'submit')).body
    const file = (day: string) => [
      'order_no,line_no,expected_delivery_date,remarks',
      `${order.orderNo},10,${day},Boat is late`,
    ]
    const csc = await portal.as('csc_agent')
    await portal.db('order').where('id', order.id).update({ status: 'PENDING' })
    expect(await check(PATH, file(addDays(today(), 9)), {}, csc)).toMatchObject({ status: 'VALIDATED', rowsFailed: 1 })
    await portal.db('order').where('id', order.id).update({ status: 'CONFIRMED' })
    expect(await check(PATH, file(addDays(today(), -1)), {}, csc)).toMatchObject({ status: 'VALIDATED', rowsFailed: 1 })
    expect(await bring(PATH, file(addDays(today(), 9)), {}, csc)).toMatchObject({ status: 'DONE', rowsChanged: 1 })
    const [delivery] = await portal.db('schedule_line').where('orderId', order.id)
    expect(delivery.expectedDeliveryDate).toBe(addDays(today(), 9))
    const { body } = await csc.get(`/api/${PATH}`)
    expect(body.data[0]).toMatchObject({
      orderId: order.id,
      oldDate: null,
      newDate: addDays(today(), 9),
      mailSent: false,
    })
    // A day earlier than requested sends no mail; two weeks later sends exactly one.
    const mails = () => portal.db('message_log').where({ templateCode: 'EDD_CHANGED' })
    expect(await mails()).toEqual([])
    expect(await bring(PATH, file(addDays(today(), 24)), {}, csc)).toMatchObject({ status: 'DONE', rowsChanged: 1 })
    const told = await mails()
    expect(told.length).toBe(new Set(told.map(({ toAddress }) => toAddress)).size)
    expect(told[0].body).toMatch(/line 10: LS-1001 .*, 100 EA, on \d\d-\d\d-\d{4} instead of \d\d-\d\d-\d{4}/)
    expect((await csc.get(`/api/${PATH}`)).body.data[0]).toMatchObject({ mailSent: true })
    expect((await uploadImport(portal, asha, PATH, file(addDays(today(), 9)).join('\n'))).status).toBe(403)
  })
})
