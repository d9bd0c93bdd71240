/** @module-tag sql */
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { rowsOf } from '../../../api/derive/rows-of.ts'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { updateRow } from '../../../api/derive/save/write.ts'
import { readWorkbook } from '../../../api/derive/sheets/xlsx-read.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { showNumber } from '../../../resources/define/show.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import { auditEntry } from '../../../resources/platform/audit-entry.ts'
import { annexureNo } from '../../../seeds/demo-days.ts'
import { download } from '../../support/files.ts'
import { withinSeconds } from '../../support/limits.ts'
import { idempotencyHeader, orderInputFor, takeStep } from '../../support/orders/example-order.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'
import { statementsDuring } from '../../support/statements.ts'

const portal = portalOfFile(demoPortal)
/** Buys for the Deccan Institute, whose solvents come through Coromandel. */
let buyer: ApiClient
let dealer: ApiClient
let arjun: ApiClient
const id = { institute: 0, coromandel: 0 }
const order = { own: 0, through: 0 }

const HEADER = ['listValue', 'discountValue', 'freightValue', 'taxableValue', 'cgst', 'sgst', 'igst', 'grossValue']

beforeAll(async () => {
  const idOf = async (code: string) => (await portal.db('customer').where({ code }).first('id')).id as number
  id.institute = await idOf('100104')
  id.coromandel = await idOf('100202')
  buyer = await personWith(portal, ['CUSTOMER'], { customerId: id.institute, name: 'Kavya of the institute' })
  dealer = await personWith(portal, ['DISTRIBUTOR'], { customerId: id.coromandel })
  arjun = await portal.as('sales_rep')
  const cart = await orderInputFor(portal, buyer, { id: id.institute }, [
    ['LS-1302', 6, 0],
    ['LS-1101', 4, 0],
  ])
  const draft = await buyer.post('/api/orders', cart, idempotencyHeader())
  const sent = await takeStep(buyer, draft.body.id, 'submit')
  order.own = draft.body.id
  order.through = sent.body.created[0].id
})

const amountsIn = (values: RowValues | null) => HEADER.filter(name => values && name in values)
const bytesOf = async (who: ApiClient, path: string) => {
  const { status, bytes } = await download(portal, who, path)
  expect([path, status]).toEqual([path, 200])
  return bytes
}
const sheetOf = async (who: ApiClient, path: string) => {
  const rows: unknown[][] = []
  for await (const { cells } of readWorkbook(await bytesOf(who, path), 200)) rows.push(cells)
  return rows
}
const textOf = (body: unknown) => JSON.stringify(body)

describe('at what price a distributor buys for his customer', () => {
  let gross: number
  beforeAll(async () => {
    gross = (await portal.db('order').where({ id: order.through }).first('grossValue')).grossValue
    expect(gross).toBeGreaterThan(0)
  })

  it('stands in the history for who pays, and not for who only gets the goods', async () => {
    const history = async (who: ApiClient, rowId: number) =>
      (await who.get(`/api/history?resource=orders&rowId=${rowId}`)).body.data as {
        before: RowValues
        after: RowValues
      }[]
    const told = (entries: { before: RowValues; after: RowValues }[]) =>
      entries.flatMap(({ before, after }) => [...amountsIn(before), ...amountsIn(after)])
    expect(told(await history(dealer, order.through))).toContain('grossValue')
    expect(told(await history(buyer, order.own))).toContain('grossValue')
    const entries = await history(buyer, order.through)
    expect(entries.some(({ after }) => after?.orderNo)).toBe(true)
    expect(told(entries)).toEqual([])
    // While the cart was one order, the distributor was to pay for all of it.
    const before = (await history(buyer, order.own)).find(({ before }) => before === null)!
    expect(before.after.soldToId).toBe(id.coromandel)
    expect(amountsIn(before.after)).toEqual([])
  })

  it('stands in the history of a line for who pays alone', async () => {
    // SAP may change the line at the same time: then it is read again, and the newest entry need not be this one.
    const line = await vi.waitFor(async () => {
      const [line] = await rowsOf(portal.db, orderLine, rows => rows.where({ orderId: order.through }))
      const changes = { netPrice: line!.netPrice + 1, promoCode: 'X' }
      await updateRow(portal.db, orderLine, line as never, changes, systemAuthor('test'))
      return line
    }, withinSeconds(10))
    const changeOf = async (who: ApiClient) => {
      const { body } = await who.get(`/api/history?resource=order-lines&rowId=${line!.id}`)
      return body.data.find(({ after }: { after: { promoCode?: string } | null }) => after?.promoCode === 'X').after
    }
    expect(await changeOf(dealer)).toEqual({ netPrice: line!.netPrice + 1, promoCode: 'X' })
    expect(await changeOf(buyer)).toEqual({ promoCode: 'X' })
  })

  it('is left out of the pages, sums and sheets of Customer 360', async () => {
    const { body } = await buyer.get('/api/customer-360')
    const own = await portal
      .db('order')
      .where({ customerId: id.institute, soldToId: id.institute })
      .whereIn('status', ['PENDING', 'APPROVED', 'IN_ERROR', 'CONFIRMED', 'PARTIALLY_DISPATCHED'])
      .sum({ value: 'grossValue' })
      .first()
    const value = body.openOrders.reduce((sum: number, row: { value: number }) => sum + row.value, 0)
    expect(value).toBe(Number(own!.value))
    const { body: rows } = await buyer.get('/api/customer-360-tab?tab=orders')
    const byId = new Map(rows.map((row: { id: number }) => [row.id, row]))
    expect(byId.get(order.own)).toHaveProperty('grossValue')
    expect(byId.get(order.through)).toHaveProperty('orderNo')
    expect(byId.get(order.through)).not.toHaveProperty('grossValue')
    const cells = (await sheetOf(buyer, '/api/sheets/customer-360?tab=orders')).flat()
    expect(cells).toContain((byId.get(order.through) as RowValues).orderNo)
    expect(cells.map(Number)).not.toContain(gross / 100)
    const ours = `/api/sheets/customer-360?tab=orders&customerId=${id.institute}`
    expect((await sheetOf(await portal.as('auditor'), ours)).flat().map(Number)).toContain(gross / 100)
  })

  it('is printed for who pays alone', async () => {
    const paper = async (who: ApiClient) => pdfText(await bytesOf(who, `/api/orders/${order.through}/pdf`))
    const printed = showNumber(gross, 2)
    expect(await paper(dealer)).toContain(printed)
    expect(await paper(buyer)).toContain('Coromandel')
    expect(await paper(buyer)).not.toContain(printed)
  })

  it('is added up for who pays alone', async () => {
    const sum = async (who: ApiClient, more = '') =>
      (await who.get(`/api/orders/item-wise-order?orderId=${order.through}&$totals=true${more}`)).body
    for (const { netPrice, netValue } of (await sum(dealer)).data) expect([netPrice, netValue]).not.toContain(undefined)
    const { data } = await sum(buyer)
    expect(data.length).toBeGreaterThan(0)
    for (const row of data) {
      expect(row).not.toHaveProperty('netPrice')
      expect(row).not.toHaveProperty('netValue')
    }
    expect((await sum(buyer, '&netValue[$gt]=0')).data).toEqual([])
  })

  it('is said to be closed where the rights to a row are explained', async () => {
    const auditor = await portal.as('auditor')
    const { id: userId } = (await buyer.get('/api/me')).body.user
    const fields = async (row: number) =>
      (await auditor.get(`/api/access-explained?userId=${userId}&resource=orders&id=${row}`)).body.row.fields
    expect(await fields(order.through)).toMatch(/Gross value/)
    expect(await fields(order.own)).not.toMatch(/Gross value/)
  })
})

describe('the names of our people', () => {
  const readers = () => [buyer, dealer]

  it('are told to no buyer by tasks, steps and their filters', async () => {
    const step = await portal
      .db('order_step')
      .join('user', 'user.id', 'order_step.actorId')
      .where('user.userType', 'EMPLOYEE')
      .join('order', 'order.id', 'order_step.orderId')
      .whereIn('order.customerId', [id.institute])
      .first('order_step.orderId')
    const orderId = step?.orderId ?? order.own
    const ours = await portal.db('user').where({ userType: 'EMPLOYEE' }).pluck('name')
    const tasks = await arjun.get(`/api/approval-tasks?orderId=${order.own}`)
    const assigned = tasks.body.data.filter((task: RowValues) => task.assigneeUserId !== null)
    expect(assigned.length).toBeGreaterThan(0)
    for (const who of readers()) {
      for (const path of ['approval-tasks', 'task-assignees', 'order-steps']) {
        for (const of of [order.own, order.through, orderId]) {
          const { body } = await who.get(`/api/${path}?orderId=${of}`)
          expect(ours.filter((name: string) => textOf(body).includes(name))).toEqual([])
          for (const row of body.data)
            for (const name of ['assigneeUserId', 'assigneeRoleId', 'escalatedToUserId', 'userId'])
              expect(row).not.toHaveProperty(name)
        }
      }
      const found = await who.get(`/api/approval-tasks?assigneeUserId=${assigned[0].assigneeUserId}`)
      expect(found.body.total).toBe(0)
    }
  })

  it('leave a buyer the names of his own side', async () => {
    const { body } = await buyer.get(`/api/order-steps?orderId=${order.own}&step=submit`)
    expect(body.data.map(({ texts }: { texts: RowValues }) => texts.actorId)).toEqual(['Kavya of the institute'])
  })

  it('are told to our own people as before', async () => {
    const { body } = await arjun.get(`/api/approval-tasks?orderId=${order.own}`)
    expect(body.data.some(({ texts }: { texts: RowValues }) => texts.assigneeUserId)).toBe(true)
  })
})

describe('the history of a row', () => {
  it('gives a customer neither our reasons nor our names, and his own', async () => {
    const contact = { contactType: 'PURCHASE', name: 'Kavya', email: 'kavya@institute.example', mobile: '9812345678' }
    const made = await buyer.post('/api/access-control/customer-contact', { ...contact, customerId: id.institute })
    expect([made.status, made.body.errors]).toEqual([201, undefined])
    const desk = await personWith(portal, ['MASTER_ADMIN'], { name: 'Meena of the desk' })
    const changed = await desk.patch(`/api/access-control/customer-contact/${made.body.id}`, {
      name: 'Kavya Rao',
      rowVersion: made.body.rowVersion,
      why: 'Bad payer, block him on Monday',
    })
    expect(changed.status).toBe(200)
    const history = async (who: ApiClient) =>
      (await who.get(`/api/history?resource=access-control/customer-contact&rowId=${made.body.id}`)).body.data
    expect(await history(desk)).toMatchObject([
      { actor: 'Meena of the desk', reason: 'Bad payer, block him on Monday', after: { name: 'Kavya Rao' } },
      { actor: 'Kavya of the institute' },
    ])
    const told = await history(buyer)
    expect(told).toMatchObject([
      { actor: null, reason: null, after: { name: 'Kavya Rao' } },
      { actor: 'Kavya of the institute' },
    ])
    const { body: row } = await buyer.get(`/api/access-control/customer-contact/${made.body.id}`)
    expect(row.texts).toMatchObject({ createdById: 'Kavya of the institute' })
    expect(row).not.toHaveProperty('updatedById')
  })

  it('tells of an annexure what it was once it was issued, and nothing of the drafts', async () => {
    const keeper = await personWith(portal, ['MASTER_ADMIN'])
    const customer = await portal.as('customer')
    const path = '/api/masters/customer-annexure'
    const { customerId } = (await customer.get('/api/me')).body.user
    const found = await portal
      .db('customer_annexure')
      .where({ annexureNo: annexureNo('013') })
      .first()
    const mine =
      found.customerId === customerId
        ? customer
        : await personWith(portal, ['CUSTOMER'], { customerId: found.customerId })
    const product = await portal.db('products').where({ sbuId: found.sbuId, isActive: 1 }).first('id')
    const save = async (values: RowValues) => {
      const { rowVersion } = await portal.db('customer_annexure').where({ id: found.id }).first('rowVersion')
      const { status } = await keeper.patch(`${path}/${found.id}`, { ...values, rowVersion })
      expect(status).toBe(200)
    }
    const act = async (action: string, asked: RowValues = {}) => {
      const { rowVersion } = await portal.db('customer_annexure').where({ id: found.id }).first('rowVersion')
      const { status } = await keeper.post(`${path}/actions`, { action, asked, rows: [{ id: found.id, rowVersion }] })
      expect(status).toBe(201)
    }
    const line = (remarks: string, agreedPrice: number) => ({
      lines: [{ lineNo: 10, productId: product.id, annualQty: 5_000, agreedPrice, remarks }],
    })
    await save({ termsText: 'We could go down to 60 days', ...line('could go down to 41', 41_00) })
    await save({ termsText: 'Thirty days', ...line('as agreed', 50_00) })
    await act('issue')
    await act('takeBack', { remarks: 'He will take less' })
    await save({ termsText: 'We could go down to 45 days' })
    await save({ termsText: 'Forty days', ...line('agreed again', 51_00) })
    await act('issue')
    const { id: lineId } = await portal
      .db('customer_annexure_line')
      .where({ customerAnnexureId: found.id, lineNo: 10 })
      .first('id')
    const history = async (who: ApiClient, of: string, rowId: number) =>
      (await who.get(`/api/history?resource=masters/${of}&rowId=${rowId}`)).body.data
    expect(textOf(await history(keeper, 'customer-annexure', found.id))).toMatch(/go down to 60.*/)
    expect(textOf(await history(keeper, 'customer-annexure-line', lineId))).toContain('could go down to 41')
    const told = await history(mine, 'customer-annexure', found.id)
    expect(told.map(({ after }: { after: RowValues }) => after.status)).toContain('ISSUED')
    expect(textOf(told)).not.toMatch(/go down|Thirty|DRAFT|He will take less/)
    expect((await mine.get(`${path}/${found.id}`)).body).toMatchObject({
      termsText: 'Forty days',
      lines: [{ agreedPrice: 51_00 }],
    })
    expect(await history(mine, 'customer-annexure-line', lineId)).toEqual([])
  })
})

describe('what it costs', () => {
  it('adds no statement to a list, for partners neither', async () => {
    for (const [who, path] of [
      [buyer, 'orders'],
      [buyer, 'approval-tasks'],
      [dealer, 'order-steps'],
      [arjun, 'orders'],
    ] as const) {
      const queries = await statementsDuring(portal.db, async headers => {
        expect((await who.get(`/api/${path}?$limit=5`, headers)).status).toBe(200)
      })
      const own = queries.slice(queries.findIndex(sql => sql.includes('assign_roles')) + 1)
      expect(own.length).toBeGreaterThan(0)
      expect(own.length, `${path}: ${own.join('\n')}`).toBeLessThanOrEqual(3)
    }
  })
})

it('names what is inner where it is declared, the trail of changes among it', () => {
  expect(auditEntry.fields.reason.audience).toBe('staff')
  expect(auditEntry.fields.actorId.audience).toBe('staff')
})
