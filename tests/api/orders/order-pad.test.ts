/** @module-tag sql */
import { beforeAll, describe, expect, it } from 'vitest'
import { workbook } from '../../../api/derive/sheets/xlsx-write.ts'
import { readPasted } from '../../../resources/orders/pad/paste.ts'
import { annexureNo } from '../../../seeds/demo-days.ts'
import { sendForm } from '../../support/files.ts'
import {
  exampleCustomer,
  exampleOrderInput,
  idempotencyHeader,
  submittedOrder,
} from '../../support/orders/example-order.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'
import { statementsDuring } from '../../support/statements.ts'

const portal = portalOfFile(demoPortal)
const asha = portal.person('asha')
let customerId: number

beforeAll(async () => {
  customerId = (await exampleCustomer(portal)).id
})

interface Found {
  code: string
}
const codesOf = (found: Found[]) => found.map(({ code }) => code)
const offered = async (q: string): Promise<string[]> =>
  codesOf((await asha.get(`/api/order-products?customerId=${customerId}&q=${encodeURIComponent(q)}`)).body)

describe('the type-ahead', () => {
  it('puts the exact code first', async () => {
    expect((await offered('ls-1001'))[0]).toBe('LS-1001')
  })

  it('finds a product by its CAS number, whole or partly typed, with or without the word CAS', async () => {
    const { code, casNo } = await portal.db('products').where('code', 'PS-2012').first('code', 'casNo')
    for (const q of [casNo, `CAS ${casNo}`, `cas no. ${casNo}`, casNo.slice(0, 4)])
      expect([q, await offered(q)]).toEqual([q, expect.arrayContaining([code])])
  })

  it('finds a product by the customer’s own code, and not by another customer’s', async () => {
    const annexure = await portal
      .db('customer_annexure')
      .where({ annexureNo: annexureNo('012') })
      .first()
    const joseph = await portal.as('csc_agent')
    const asked = (id: number) => joseph.get(`/api/order-products?customerId=${id}&q=RM-20`)
    expect(codesOf((await asked(annexure.customerId)).body)).toEqual(['LS-1005'])
    const other = await portal.db('customer').whereNot('id', annexure.customerId).where('code', '100102').first('id')
    expect((await asked(other.id)).body).toEqual([])
  })

  it('offers the most similar products for a word that no product begins with', async () => {
    expect(await offered('agarosse')).toEqual(expect.arrayContaining([expect.stringMatching(/^LS-/)]))
    expect(await offered('zzzzqqq')).toEqual([])
  })
})

describe('pasted rows', () => {
  const match = (rows: unknown, id = customerId) => asha.post('/api/order-matches', { customerId: id, rows })
  const row = (code: string | null, words = '', cas: string | null = null) => ({ code, cas, words })

  it('are matched by product code, the customer’s own code, a CAS number or a whole name; else the best three are offered', async () => {
    const annexure = await portal
      .db('customer_annexure')
      .where({ annexureNo: annexureNo('012') })
      .first()
    const named = await portal.db('products').where('code', 'LS-1001').first('name', 'packSize')
    const cas = (await portal.db('products').where('code', 'PS-2012').first('casNo')).casNo
    const { body } = await match(
      [
        row('ls-1001'),
        row('RM-31-004'),
        row(null, '', cas),
        row(null, `${named.name} ${named.packSize ?? ''}`),
        row(null, 'agarose'),
        row('NOPE-9'),
      ],
      annexure.customerId,
    )
    expect(body.map(({ by, product }: { by: string; product: Found | null }) => [by, product?.code])).toEqual([
      ['code', 'LS-1001'],
      ['itemCode', 'LS-1103'],
      ['cas', 'PS-2012'],
      ['name', 'LS-1001'],
      [null, undefined],
      [null, undefined],
    ])
    expect(body[4].matches.length).toBeGreaterThan(0)
    expect(body[4].matches.length).toBeLessThanOrEqual(3)
    expect(body[5].matches).toEqual([])
  })

  it('are matched by the codes learned for this customer only, which may change and be deleted', async () => {
    const [first, second] = await portal.db('products').whereIn('code', ['LS-1001', 'LS-1002']).orderBy('code')
    const learn = (body: object) => asha.post('/api/learned-codes', { customerId, ...body })
    const meant = async (written: unknown, id = customerId) => {
      const [{ by, product }] = (await match([written], id)).body
      return [by, product?.code]
    }
    expect((await learn({ itemCode: ' sb  77/a ', productId: first.id })).status).toBe(201)
    expect(await meant(row(null, 'SB 77/a'))).toEqual(['learned', 'LS-1001'])
    expect((await learn({ itemCode: 'SB 77/A', productId: second.id })).status).toBe(201)
    expect(await meant(row('SB 77/A'))).toEqual(['learned', 'LS-1002'])
    const { body } = await asha.get(`/api/masters/customer-item-codes?customerId=${customerId}&source=LEARNED`)
    expect(body.data).toMatchObject([{ itemCode: 'SB 77/A', productId: second.id }])
    const other = await portal.db('customer').where('code', '100102').first('id')
    expect((await meant(row('SB 77/A'), other.id))[0]).not.toBe('learned')
    expect((await asha.delete(`/api/masters/customer-item-codes/${body.data[0].id}`)).status).toBe(200)
    expect((await meant(row('SB 77/A')))[0]).not.toBe('learned')
  })

  it('save no customer code that is a product code, too long, of a product that cannot be ordered, or of a customer out of scope', async () => {
    const [product] = await portal.db('products').where('code', 'LS-1001')
    const refusal = async (body: object, who = asha) => {
      const { status, body: told } = await who.post('/api/learned-codes', {
        customerId,
        productId: product.id,
        ...body,
      })
      return [status, told.errors?.[0]?.field]
    }
    expect(await refusal({ itemCode: 'ls-1002' })).toEqual([400, 'itemCode'])
    expect(await refusal({ itemCode: ' ' })).toEqual([400, 'itemCode'])
    expect(await refusal({ itemCode: 'x'.repeat(41) })).toEqual([400, 'itemCode'])
    expect(await refusal({ itemCode: 'AG-1', productId: 999_999 })).toEqual([400, 'productId'])
    expect((await refusal({ itemCode: 'AG-1', customerId: 999_999 }))[0]).toBe(404)
    expect((await refusal({ itemCode: 'AG-1' }, await portal.as('auditor')))[0]).toBe(403)
  })

  it('are matched in at most five queries, however many there are', async () => {
    const rows = Array.from({ length: 300 }, (_, index) => row(index % 2 ? `LS-${1000 + index}` : null, 'agarose le'))
    const asked = await statementsDuring(portal.db, headers =>
      asha.post('/api/order-matches', { customerId, rows }, headers),
    )
    expect([asked.length > 0, asked.length <= 7]).toEqual([true, true])
  })

  it('are refused when malformed, and for a customer of somebody else', async () => {
    for (const rows of [undefined, 'x', [{ word: 'x' }], [{ code: 1, cas: null, words: '' }], [null]])
      expect((await match(rows)).status).toBe(400)
    const mine: number[] = await portal
      .db('customer_department_map')
      .join('employee', 'employee.id', 'customer_department_map.salesEmployeeId')
      .where('employee.name', 'Asha Patil')
      .pluck('customerId')
    const foreign = await portal.db('customer').whereNotIn('id', mine).first('id')
    expect((await match([row('LS-1001')], foreign.id)).status).toBe(404)
  })
})

describe('lines copied into the pad', () => {
  const lines = async () => {
    const ids: number[] = await portal
      .db('products')
      .whereIn('code', ['LS-1001', 'LS-1002'])
      .orderBy('code')
      .pluck('id')
    return ids.map(productId => ({ productId, qty: 3000 }))
  }
  const sources = async (who = asha) => (await who.get(`/api/order-sources?customerId=${customerId}`)).body
  const linesOf = (from: string, id: number, who = asha) =>
    who.get(`/api/order-source-lines?customerId=${customerId}&from=${from}&id=${id}`)

  it('are saved as a person’s list for one customer, under a unique name', async () => {
    const save = async (name: unknown, list: unknown) =>
      asha.post('/api/order-templates', { customerId, name, lines: list })
    expect((await save('Monthly', await lines())).body).toMatchObject({ name: 'Monthly', lines: 2 })
    const again = await save('monthly', (await lines()).slice(0, 1))
    expect(again.body).toMatchObject({ lines: 1 })
    expect((await sources()).templates).toEqual([{ id: again.body.id, name: 'Monthly', lines: 1 }])
    expect((await linesOf('template', again.body.id)).body).toMatchObject({
      lines: [{ product: { code: 'LS-1001' }, qty: 3000 }],
      gone: [],
    })
    for (const [name, list] of [
      ['', await lines()],
      ['x'.repeat(61), await lines()],
      ['A', []],
      ['A', [{ productId: 1 }]],
      ['A', [{ productId: 1, qty: 1, netPrice: 1 }]],
    ])
      expect((await save(name, list)).status).toBe(400)
    const csc = await portal.as('csc_agent')
    expect((await sources(csc)).templates).toEqual([])
    expect((await linesOf('template', again.body.id, csc)).status).toBe(404)
    expect((await csc.delete(`/api/order-templates/${again.body.id}`)).status).toBe(404)
    expect((await asha.delete(`/api/order-templates/${again.body.id}`)).status).toBe(200)
    expect((await sources()).templates).toEqual([])
  })

  it('come from an earlier order as far as they may be ordered now; the others are named', async () => {
    const order = await submittedOrder(portal, asha, [
      ['LS-1001', 10, 0],
      ['LS-1002', 2, 0],
    ])
    expect((await sources()).orders[0]).toMatchObject({ id: order.id, orderNo: order.orderNo, lines: 2 })
    await portal.db('products').where('code', 'LS-1002').update({ isOrderable: 0 })
    const { body } = await linesOf('order', order.id)
    await portal.db('products').where('code', 'LS-1002').update({ isOrderable: 1 })
    expect(body).toMatchObject({ lines: [{ product: { code: 'LS-1001' }, qty: 10_000 }], gone: [{ code: 'LS-1002' }] })
    const buyer = await portal.as('customer')
    const own = (await buyer.get('/api/me')).body
    const foreign = await portal
      .db('order')
      .whereNot('customerId', own.user?.customerId ?? own.customerId)
      .first('id')
    if (foreign) expect((await linesOf('order', foreign.id, buyer)).status).toBe(404)
  })

  it('come from an annexure, each in its minimum quantity', async () => {
    const annexure = await portal
      .db('customer_annexure')
      .where({ annexureNo: annexureNo('012') })
      .first()
    await portal.db('customer_annexure').where({ id: annexure.id }).update({ validFrom: '2026-04-01' })
    const csc = await portal.as('csc_agent')
    const asked = `customerId=${annexure.customerId}`
    const { body } = await csc.get(`/api/order-source-lines?${asked}&from=annexure&id=${annexure.id}`)
    await portal.db('customer_annexure').where({ id: annexure.id }).update({ validFrom: annexure.validFrom })
    expect(body.lines?.map(({ product }: { product: Found }) => product.code)).toEqual([
      'LS-1005',
      'LS-1103',
      'LS-1401',
    ])
    expect((await csc.get(`/api/order-source-lines?${asked}&from=nowhere&id=1`)).status).toBe(400)
  })
})

describe('a draft that saves itself', () => {
  it('stays one draft, with one history entry for consecutive saves by one person', async () => {
    const order = await exampleOrderInput(portal, asha)
    const made = await asha.post('/api/orders', order, idempotencyHeader())
    let { rowVersion } = made.body
    for (const remarks of ['One', 'Two', 'Three']) {
      const saved = await asha.patch(`/api/orders/${made.body.id}`, { ...order, remarks, rowVersion })
      expect(saved.status).toBe(200)
      rowVersion = saved.body.rowVersion
    }
    const steps: string[] = await portal.db('order_step').where({ orderId: made.body.id }).orderBy('id').pluck('step')
    expect(steps).toEqual(['create', 'save'])
  })

  it('is never empty, and never overwrites what somebody else saved meanwhile: the second save is refused', async () => {
    const order = await exampleOrderInput(portal, asha)
    expect((await asha.post('/api/orders', { ...order, lines: [] }, idempotencyHeader())).status).toBe(400)
    const made = await asha.post('/api/orders', order, idempotencyHeader())
    const csc = await portal.as('csc_agent')
    const theirs = {
      ...order,
      poAttachmentId: order.poAttachmentId,
      remarks: 'From the desk',
      rowVersion: made.body.rowVersion,
    }
    expect((await csc.patch(`/api/orders/${made.body.id}`, theirs)).status).toBe(200)
    const mine = await asha.patch(`/api/orders/${made.body.id}`, {
      ...order,
      remarks: 'Mine',
      rowVersion: made.body.rowVersion,
    })
    expect([mine.status, mine.body.errors[0].code]).toEqual([409, 'STALE_ROW'])
    expect(mine.body.data.theirs).toMatchObject({ remarks: 'From the desk' })
    expect(await portal.db('order').where({ id: made.body.id }).first()).toMatchObject({ remarks: 'From the desk' })
  })
})

describe('a sheet with an order', () => {
  const sent = (name: string, bytes: Uint8Array | string, who = asha) => {
    const form = new FormData()
    form.set('file', new File([bytes as never], name))
    return sendForm(portal, who, '/api/order-sheets', form)
  }

  it('returns its rows like a pasted sheet, from a workbook or a CSV file, and is not stored', async () => {
    const before = await portal.db('attachment').count({ n: '*' })
    const csv = await sent('order.csv', 'Cat No;Description;Qty\nLS-1001;"Tris, ""base""";20\n')
    expect([csv.status, csv.body]).toEqual([
      201,
      { text: 'Cat No\tDescription\tQty\nLS-1001\t"Tris, ""base"""\t20', warnings: [] },
    ])
    async function* rows() {
      yield ['LS-1001', 20]
      yield ['LS-1002', 2.5]
    }
    const pieces: Buffer[] = []
    const heads = [{ heading: 'Code' }, { heading: 'Qty' }]
    for await (const piece of workbook({ title: 'Order', heads, rows: rows() })) pieces.push(piece as Buffer)
    const { body } = await sent('order.xlsx', Buffer.concat(pieces))
    expect(readPasted(body.text).rows.map(({ code, qty }) => [code, qty])).toEqual([
      ['LS-1001', 20_000],
      ['LS-1002', 2500],
    ])
    expect(await portal.db('attachment').count({ n: '*' })).toEqual(before)
  })

  it('is refused when it is not a sheet, and to people who place no orders', async () => {
    const { status, body } = await sent('order.pdf', '%PDF-1.4')
    expect([status, body.errors[0].field]).toEqual([400, 'file'])
    expect((await sent('order.csv', 'LS-1001,5', await portal.as('finance'))).status).toBe(403)
  })
})
