import { afterEach, describe, expect, it } from 'vitest'
import { endTypedItems } from '../../../api/masters/typed-items.ts'
import { loadCreditFacts } from '../../../api/orders/approvals/credit-facts.ts'
import { setClock, today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { uploadOutstanding } from '../../../resources/masters/upload-outstanding.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { importFile } from '../../support/imports.ts'
import { checkOut, fill, line, payingCustomer, reviewOf } from '../../support/payments/cart-desk.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const PATH = '/api/masters/upload-outstanding'

const portal = portalOfFile(demoPortal)
const finance = portal.person('finance')
const other = portal.person(at => personWith(at, ['FINANCE']))
const desk = portal.person('cc1')
afterEach(() => setClock(null))

let made = 0
const creditOf = (customerId: number, more: object = {}) => ({
  customerId,
  documentNo: `BYHAND${++made}`,
  documentType: 'ON_ACCOUNT',
  documentDate: today(),
  dueDate: today(),
  originalAmount: -5_00_00_000_00,
  balanceAmount: -5_00_00_000_00,
  asOnDate: today(),
  reason: 'Paid at the counter',
  endsOn: addDays(today(), 7),
  ...more,
})
const owedBy = async (customerId: number) => (await loadCreditFacts(portal.db, [customerId], 0))(customerId).outstanding
const act = async (who: ApiClient, id: number, action: string) => {
  const { rowVersion } = await portal.db('upload_outstanding').where({ id }).first('rowVersion')
  return who.post(`${PATH}/actions`, { action, rows: [{ id, rowVersion }] })
}
const rowOf = (id: number) => portal.db('upload_outstanding').where({ id }).first()

describe('an open item that Finance enters by hand', () => {
  it('counts for nothing until the credit desk confirms it, and then for credit and the cart', async () => {
    const { customerId, one } = await payingCustomer(portal, [1_000_00])
    const { status, body } = await finance.post(PATH, creditOf(customerId))
    expect([status, body.confirmStatus, body.isActive, body.source]).toEqual([201, 'PENDING', false, 'TYPED'])
    const mails = await portal.db('message_log').where({ templateCode: 'MONEY_CHANGE', ownerId: body.id })
    expect(mails.length).toBeGreaterThan(1)
    expect(await owedBy(customerId)).toBe(1_000_00)
    const inCart = async () => (await one.get('/api/payments/cart')).body.items.length
    expect(await inCart()).toBe(1)
    for (const who of [finance, other]) expect((await act(who, body.id, 'confirm')).status).toBe(403)
    expect((await finance.patch(`${PATH}/${body.id}`, { isActive: true, rowVersion: 1 })).status).toBe(409)
    expect(await owedBy(customerId)).toBe(1_000_00)
    expect((await act(desk, body.id, 'confirm')).status).toBe(201)
    expect(await owedBy(customerId)).toBe(1_000_00 - 5_00_00_000_00)
    expect(await inCart()).toBe(2)
  })

  it('says why, ends, and does not begin with an end that is past', async () => {
    const { customerId } = await payingCustomer(portal, [])
    const faultsOf = async (more: object) =>
      (await finance.post(PATH, creditOf(customerId, more))).body.errors.map(
        ({ message }: { message: string }) => message,
      )
    expect(await faultsOf({ reason: null })).toEqual(['Reason is required for an item that is entered by hand'])
    expect(await faultsOf({ endsOn: null })).toEqual(['Counts until is required for an item that is entered by hand'])
    expect(await faultsOf({ endsOn: addDays(today(), -1) })).toEqual(['Counts until must be today or later'])
    const { body } = await finance.post(PATH, creditOf(customerId))
    await act(desk, body.id, 'confirm')
    setClock(`${addDays(today(), 7)}T12:00:00.000Z`)
    await endTypedItems(portal.db)
    expect((await rowOf(body.id)).isActive).toBe(1)
    setClock(`${addDays(today(), 1)}T12:00:00.000Z`)
    await endTypedItems(portal.db)
    expect(await rowOf(body.id)).toMatchObject({ isActive: 0, closedOn: addDays(today(), -1) })
    expect(await owedBy(customerId)).toBe(0)
  })

  it('is changed only as the desk confirms, and taken away by nobody alone', async () => {
    const { customerId } = await payingCustomer(portal, [])
    const debit = { documentType: 'DEBIT_NOTE', originalAmount: 9_000_00, balanceAmount: 9_000_00 }
    const { body } = await finance.post(PATH, creditOf(customerId, debit))
    await act(desk, body.id, 'confirm')
    const { rowVersion } = await rowOf(body.id)
    const lower = await finance.patch(`${PATH}/${body.id}`, { balanceAmount: 1_00, rowVersion })
    expect([lower.status, await owedBy(customerId)]).toEqual([200, 9_000_00])
    const gone = await finance.delete(`${PATH}/${body.id}?rowVersion=${rowVersion + 1}`)
    expect(gone.body.errors[0].message).toContain('Set “Counts until” to an earlier day')
    await act(desk, body.id, 'confirm')
    expect(await owedBy(customerId)).toBe(1_00)
  })

  it('is not one that SAP or a file has, neither as it is entered nor as it is confirmed', async () => {
    const { customerId } = await payingCustomer(portal, [])
    const fromSap = (documentNo: string) =>
      exampleRow(portal.db, uploadOutstanding, {
        customerId,
        documentNo,
        source: 'SAP',
        sapItem: `1000/2026/${documentNo}`,
      })
    await fromSap('1800000001')
    const again = await finance.post(PATH, creditOf(customerId, { documentNo: '1800000001' }))
    expect(again.body.errors[0].message).toContain('is listed already, by SAP or a file')
    const { body } = await finance.post(PATH, creditOf(customerId))
    await fromSap(body.documentNo)
    const late = await act(desk, body.id, 'confirm')
    expect([late.status, (await rowOf(body.id)).isActive]).toEqual([400, 0])
    expect(await owedBy(customerId)).not.toBeLessThan(0)
  })

  it('is taken back while it waits, and makes room for the document again', async () => {
    const { customerId } = await payingCustomer(portal, [])
    const entered = creditOf(customerId)
    const { body } = await finance.post(PATH, entered)
    expect((await finance.post(PATH, entered)).body.errors[0].message).toContain('is entered already')
    expect((await act(finance, body.id, 'withdraw')).status).toBe(201)
    expect(await rowOf(body.id)).toMatchObject({ confirmStatus: 'WITHDRAWN', isActive: 0 })
    const told = await portal.db('message_log').where({ templateCode: 'MONEY_CHANGE', ownerId: body.id }).orderBy('id')
    expect(told.at(-1).subject + told.at(-1).body).toContain('new entry withdrawn')
    expect((await act(desk, body.id, 'confirm')).status).toBe(409)
    expect((await finance.post(PATH, entered)).status).toBe(201)
    const again = await finance.patch(`${PATH}/${body.id}`, { isActive: true, rowVersion: 2 })
    expect([again.status, again.body.errors[0].message]).toEqual([400, expect.stringContaining('is entered already')])
  })

  it('is not confirmed once its last day is over', async () => {
    const { customerId } = await payingCustomer(portal, [])
    const { body } = await finance.post(PATH, creditOf(customerId, { endsOn: today() }))
    await portal
      .db('upload_outstanding')
      .where({ id: body.id })
      .update({ endsOn: addDays(today(), -1) })
    const late = await act(desk, body.id, 'confirm')
    expect([late.status, late.body.errors[0].message]).toEqual([400, 'Counts until must be today or later'])
    expect((await rowOf(body.id)).isActive).toBe(0)
  })

  it('is held at once by the payment that settles it, as every item is', async () => {
    const { customerId, one } = await payingCustomer(portal, [])
    const debit = { documentType: 'DEBIT_NOTE', originalAmount: 9_000_00, balanceAmount: 9_000_00 }
    const { body } = await finance.post(PATH, creditOf(customerId, debit))
    await act(desk, body.id, 'confirm')
    const payment = await checkOut(one, reviewOf(await fill(one, [line(body, 9_000_00)])))
    expect(payment.status).toBe(201)
    expect(await rowOf(body.id)).toMatchObject({ lockedById: payment.body.id, confirmStatus: 'CONFIRMED' })
  })

  it('becomes the item of a file that has it, with whatever was proposed of it dropped', async () => {
    const { customerId, code } = await payingCustomer(portal, [])
    const { body } = await finance.post(PATH, creditOf(customerId))
    await act(desk, body.id, 'confirm')
    const { rowVersion } = await rowOf(body.id)
    await finance.patch(`${PATH}/${body.id}`, { balanceAmount: -1_00, rowVersion })
    await portal.db('app_setting').where('key', 'like', 'sap.times.OUTSTANDING.%').update({ value: 'never' })
    const lines = [
      'customer_code,document_no,document_type,document_date,due_date,original_amount,balance_amount',
      `${code},${body.documentNo},ON_ACCOUNT,${today()},${today()},-500,-300`,
    ]
    const given = { commit: true, 'given.asOnDate': today() }
    await importFile(portal, finance, 'masters/upload-outstanding', lines.join('\n'), given)
    expect(await rowOf(body.id)).toMatchObject({
      ...{ source: 'UPLOAD', balanceAmount: -300_00, confirmStatus: 'CONFIRMED', pendingChange: null, endsOn: null },
    })
  })
})

it('an item that SAP or a file listed is changed and ended by nobody by hand', async () => {
  const { items } = await payingCustomer(portal, [1_000_00])
  for (const source of ['UPLOAD', 'SAP']) {
    const { id } = items[0]!
    await portal.db('upload_outstanding').where({ id }).update({ source })
    const { rowVersion } = await rowOf(id)
    expect((await finance.delete(`${PATH}/${id}?rowVersion=${rowVersion}`)).status).toBe(422)
    for (const change of [{ balanceAmount: 1_00 }, { dueDate: '2099-01-01' }, { sbuId: 1 }]) {
      const { status } = await finance.patch(`${PATH}/${id}`, { ...change, rowVersion })
      expect([source, Object.keys(change), status]).toEqual([source, Object.keys(change), 400])
    }
  }
})
